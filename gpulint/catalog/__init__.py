"""Facts of the world: products, MIG, resource names, labels, kinds. Tables in data/."""
