"""Lines of a counter list that the DCGM exporter cannot read."""

from collections.abc import Iterator

from gpulint.authoring import Context, CounterList, Problem, check, dcgm, near_names, problem


@check(each=CounterList)
def counter_line(counters: CounterList, context: Context, *, fault: str) -> Iterator[Problem]:
    """Read each line as the exporter does.

    fault: `form` (not three fields), `field` (unknown to DCGM) or `type` (no type of Prometheus).
    """
    for line in counters.lines:
        fields = line.fields
        if fields is None or len(fields) != 3:
            if fault == "form":
                found = "broken quotes" if fields is None else f"{len(fields)} fields"
                yield problem(line.place, found=found)
        elif fault == "field" and fields[0] not in dcgm.fields():
            near = dcgm.near_fields(fields[0])
            # a field that resembles none may be newer than the table
            sure = "medium" if near else "low"
            yield problem(line.place, name=fields[0], near=near, confidence=sure)
        elif fault == "type" and fields[1] not in dcgm.metric_types():
            near = near_names(fields[1], dcgm.metric_types())
            yield problem(line.place, type=fields[1], name=fields[0], near=near)
