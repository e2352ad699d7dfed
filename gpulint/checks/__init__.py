"""Logic: one small function per file, in a folder per category. A check imports only gpulint.authoring."""
