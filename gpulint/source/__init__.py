"""Text in, documents out. The only home of yaml: the parser is the security boundary."""
