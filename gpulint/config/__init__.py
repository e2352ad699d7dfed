"""What the user asked: settings and their file."""
