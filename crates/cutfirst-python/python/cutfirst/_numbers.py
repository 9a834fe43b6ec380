"""Numbers that the native half can take."""

from __future__ import annotations

from cutfirst._native import Error

INT = 2**31 - 1
LONG = 2**63 - 1


def in_range(most: int, **numbers: object) -> None:
    """Refuses whole numbers that are out of range for anything here; all else is for the native half to judge.

    >>> in_range(INT, depth=3, lines=None)
    >>> in_range(INT, depth=-1)
    Traceback (most recent call last):
    ...
    cutfirst.Error: depth is a number from 0 to 2147483647, not -1
    """
    for what, number in numbers.items():
        if isinstance(number, int) and not 0 <= number <= most:
            raise Error(f"{what} is a number from 0 to {most}, not {number}")
