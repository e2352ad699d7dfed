"""What tests of the webhook share: reviews, and a server in a thread."""
