"""Fields of DCGM and what is exported as shipped."""

from gpulint.catalog import dcgm


def test_shipped_counters_are_fields() -> None:
    """A name that DCGM does not know would end the exporter."""
    expected: frozenset[str] = frozenset()
    actual = dcgm.shipped() - dcgm.fields()
    assert expected == actual


def test_counters_that_people_miss_are_not_shipped() -> None:
    """Alerts on them never fire unless the list is changed."""
    names = {"DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", "DCGM_FI_PROF_SM_ACTIVE", "DCGM_FI_DEV_FB_TOTAL"}
    expected = names
    actual = {name for name in names if name in dcgm.fields() and name not in dcgm.shipped()}
    assert expected == actual


def test_what_tells_of_mig_instances_instead() -> None:
    """None where the metric itself does, empty where nothing does."""
    names = ("DCGM_FI_DEV_GPU_UTIL", "DCGM_FI_DEV_ENC_UTIL", "DCGM_FI_DEV_FB_USED")
    expected = ("DCGM_FI_PROF_GR_ENGINE_ACTIVE", "", None)
    actual = tuple(map(dcgm.instead_on_mig, names))
    assert expected == actual


def test_a_slip_has_a_near_field() -> None:
    """British spelling, small letters and the like."""
    expected = "DCGM_FI_DEV_GPU_TEMP"
    actual = dcgm.near_fields("dcgm_fi_dev_gpu_temps")[0]
    assert expected == actual
