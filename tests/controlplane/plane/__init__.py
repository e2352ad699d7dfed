"""A real control plane on loopback, and what it says of the rules' examples."""
