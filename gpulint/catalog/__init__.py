"""Facts of the world: products, MIG tables, resource names, labels, workload kinds. Tables in data/."""
