"""Can these pods run on these nodes. Pure, over model."""
