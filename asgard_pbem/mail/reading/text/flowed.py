"""format=flowed (RFC 3676): paragraphs put together again before anything else looks at the lines. Pure, linear."""


def unflow(text: str, *, del_sp: bool) -> str:
    """`text` with soft line ends joined within one quote depth, space-stuffing undone and the signature mark kept.

    `del_sp` says that the blank before a soft line end is to be deleted (the DelSp parameter).
    """
    done: list[str] = []
    soft: list[str] = []  # pieces of a paragraph whose last line ended in a blank
    depth_now = 0
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        depth, body = _depth_and_body(line)
        if soft and depth != depth_now:
            done.append(_quoted(depth_now, soft))
            soft = []
        depth_now = depth
        flows = body.endswith(" ") and body != "-- "
        if body == "-- " and soft:
            done.append(_quoted(depth, soft))
            soft = []
        soft.append(body[:-1] if flows and del_sp else body)
        if not flows:
            done.append(_quoted(depth, soft))
            soft = []
    if soft:
        done.append(_quoted(depth_now, soft))
    return "\n".join(done)


def _depth_and_body(line: str) -> tuple[int, str]:
    """How many `>` open the line, and what follows them with one stuffed blank removed."""
    body = line.lstrip(">")
    depth = len(line) - len(body)
    return depth, body.removeprefix(" ")


def _quoted(depth: int, pieces: list[str]) -> str:
    """One unwrapped line behind its quote marks."""
    return ">" * depth + (" " if depth else "") + "".join(pieces)
