"""gpulint: finds GPU workload faults in Kubernetes manifests before they cost a day."""

from gpulint.version import __version__

__all__ = ["__version__"]
