"""Where a finding stands, so that it is known again when items of a list have moved."""

from gpulint.core.pointer import Pointer
from gpulint.model.resource import step_into


class SteadyPaths:
    """Paths into one object, with the name of an item in place of its index.

    An item without a name stands for itself: its text does not change when others come before it.
    """

    __slots__ = ("_items", "_value")

    def __init__(self, value: object) -> None:
        self._value = value
        self._items: dict[int, str] = {}  # by identity, as many findings stand in one item

    def path(self, pointer: Pointer) -> tuple[str, ...]:
        """The steps of a pointer that stay when items move."""
        value, steps = self._value, list[str]()
        for step in pointer:
            _, value = step_into(value, step)
            steps.append(self._item(value) if isinstance(step, int) else step)
        return tuple(steps)

    def _item(self, value: object) -> str:
        name = value.get("name") if isinstance(value, dict) else None
        if isinstance(name, str):
            return name
        found = self._items.get(id(value))
        if found is None:
            found = self._items[id(value)] = repr(value)
        return found
