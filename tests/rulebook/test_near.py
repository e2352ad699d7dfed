import pytest

from gpulint.rulebook.near import near_rule

KNOWN = ("GPU101", "GPU109", "GPU119", "GPU203", "mig", "mig-profile-unknown")
CASES = {
    "GPU": None,
    "GPU999": None,
    "GPU102": None,
    "GPU1019": None,
    "GPU230": "GPU203",
    "GPU-203": "GPU203",
    "mig-profile-unkown": "mig-profile-unknown",
    "MIG-Profile-Unknown": "mig-profile-unknown",
    "zzzzzz": None,
}


@pytest.mark.parametrize("wrong", CASES)
def test_an_id_is_offered_for_its_own_digits_alone(wrong: str) -> None:
    """A number beside the wanted one is another rule: to follow the hint would silence it."""
    expected = CASES[wrong]
    actual = near_rule(wrong, KNOWN)
    assert expected == actual
