"""Charts: rendered by helm, and followed back from a line of output to its template and its values."""
