"""What gpulint promises: loads rules/, binds checks, runs examples, writes pages and the index."""
