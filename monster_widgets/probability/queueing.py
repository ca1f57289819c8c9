"""Waiting lines in the long run: what a queue does that has been open for ever.

Rates are exact numbers (whole numbers or Fractions), in any unit of time; waits come out in the
same unit. Names are Kendall's: arrivals / services / servers, M for memoryless. Sources:

- A. K. Erlang, "Solution of some problems in the theory of probabilities of significance in
  automatic telephone exchanges", 1917 (Erlang B and C);
- F. Pollaczek 1930, A. Khinchine 1932 (one server, any service times);
- C. Palm, "Research on telephone traffic carried by full availability groups", Tele, 1957;
  O. Garnett, A. Mandelbaum, M. Reiman, "Designing a call center with impatient customers",
  Manufacturing & Service Operations Management 4 (2002) 208–227 (impatience, Erlang A);
- J. D. C. Little, "A proof for the queuing formula L = λW", Operations Research 9 (1961) 383–387;
- L. Kleinrock, Queueing Systems, volume I, Wiley 1975, chapters 3 and 5 (all but impatience).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from numbers import Rational
from typing import NamedTuple

from .distribution import Distribution
from .whole import as_whole

Rate = Fraction | int
Number = Fraction | float
"""Exact wherever the formula is a finite one; a float where it is an infinite sum."""


class Queue(NamedTuple):
    """What a queue does in the long run; means over time, or over all who arrive."""

    utilisation: Number
    """Which part of the time each server is busy."""
    must_wait: Number
    """The chance that somebody who enters finds all servers busy."""
    waiting: Number
    """Mean number of those who wait and are not yet served (L_q)."""
    inside: Number
    """Mean number of all who are there (L)."""
    wait: Number
    """Mean wait of those who enter, whether they are served in the end or leave (W_q)."""
    stay: Number
    """Mean time that those who enter are there (W)."""
    blocked: Number = Fraction(0)
    """The chance to find no place."""
    abandoned: Number = Fraction(0)
    """The chance to lose patience, of those who enter."""


def mm1(arrivals: Rate, services: Rate) -> Queue:
    """Return the queue M/M/1: one server, random arrivals, exponential services.

    >>> mm1(4, 5).inside, mm1(4, 5).wait
    (Fraction(4, 1), Fraction(4, 5))
    """
    return mmc(arrivals, services, 1)


def mmc(arrivals: Rate, services: Rate, servers: int) -> Queue:
    """Return the queue M/M/c: several servers and one line (Erlang C)."""
    rate, mu, c = _rate("arrivals", arrivals), _rate("services", services), _servers(servers)
    load = rate / mu
    _check_stable(load, c)
    must_wait = erlang_c(load, c)
    wait = must_wait / (c * mu - rate)
    return _of(rate, wait, wait + 1 / mu, load / c, must_wait)


def mg1(arrivals: Rate, services: Rate, variation: Rate) -> Queue:
    """Return the queue M/G/1: one server, services of any kind (Pollaczek and Khinchine).

    `variation` is the variance of a service over its squared mean: 0 for services that all take
    the same time, 1 for exponential ones, 1/2 for Erlang-2.

    >>> mg1(4, 5, 0).wait / mm1(4, 5).wait
    Fraction(1, 2)
    """
    rate, mu = _rate("arrivals", arrivals), _rate("services", services)
    spread = _exact("variation", variation)
    if spread < 0:
        raise ValueError(f"variation must not be negative, but is {variation}")
    load = rate / mu
    _check_stable(load, 1)
    wait = load / (1 - load) * (1 + spread) / 2 / mu
    return _of(rate, wait, wait + 1 / mu, load, load)


def mmck(arrivals: Rate, services: Rate, servers: int, places: int) -> Queue:
    """Return the queue M/M/c/K: room for `places`, those in service included; others are lost.

    With as many servers as places nobody waits: Erlang B.

    >>> mmck(1, 1, servers=1, places=1).blocked
    Fraction(1, 2)
    """
    rate, mu, c = _rate("arrivals", arrivals), _rate("services", services), _servers(servers)
    room = as_whole(places)
    if room is None or room < c:
        raise ValueError(f"places must be a whole number from {c} (the servers), not {places!r}")
    number = birth_death([rate] * room, [min(n, c) * mu for n in range(1, room + 1)])
    blocked = number.get(room, Fraction(0))
    entering = rate * (1 - blocked)
    inside = number.expectation()
    busy = number.expectation(lambda n: min(n, c))
    full = number.probability(lambda n: c <= n < room) / (1 - blocked)
    waiting = inside - busy
    return Queue(
        busy / c, full, waiting, inside, waiting / entering, inside / entering, blocked=blocked
    )


def mmc_impatient(arrivals: Rate, services: Rate, servers: int, patience: Rate) -> Queue:
    """Return the queue M/M/c + M: whoever waits loses patience at the rate `patience` (Erlang A).

    Patience ends when service begins. Such a queue never explodes, however many come. The numbers
    are floats: sums of a series that is followed until nothing changes any more.
    """
    rate, mu, c = _rate("arrivals", arrivals), _rate("services", services), _servers(servers)
    theta = _rate("patience", patience)
    lam, mean, leave = float(rate), float(mu), float(theta)
    weights = [1.0]
    while (n := len(weights)) <= c or weights[-1] > 1e-18 * sum(weights):
        weights.append(weights[-1] * lam / (min(n, c) * mean + max(0, n - c) * leave))
    total = sum(weights)
    p = [weight / total for weight in weights]
    busy = sum(min(n, c) * chance for n, chance in enumerate(p))
    waiting = sum(max(0, n - c) * chance for n, chance in enumerate(p))
    must_wait = sum(p[c:])
    return Queue(
        busy / c,
        must_wait,
        waiting,
        busy + waiting,
        waiting / lam,
        (busy + waiting) / lam,
        abandoned=leave * waiting / lam,
    )


def erlang_b(load: Rate, servers: int) -> Fraction:
    """Return the chance that all servers are busy where nobody waits; load is arrivals/services.

    By Erlang's recursion B(c) = load B(c-1) / (c + load B(c-1)), B(0) = 1.

    >>> erlang_b(2, servers=2)
    Fraction(2, 5)
    """
    offered, blocked = _rate("load", load), Fraction(1)
    for n in range(1, _servers(servers) + 1):
        blocked = offered * blocked / (n + offered * blocked)
    return blocked


def erlang_c(load: Rate, servers: int) -> Fraction:
    """Return the chance of having to wait where everybody does: C = cB / (c - load (1 - B)).

    >>> erlang_c(Fraction(4, 5), servers=1)
    Fraction(4, 5)
    """
    offered, c = _rate("load", load), _servers(servers)
    _check_stable(offered, c)
    blocked = erlang_b(offered, c)
    return c * blocked / (c - offered * (1 - blocked))


def birth_death(births: Sequence[Rate], deaths: Sequence[Rate]) -> Distribution[int]:
    """Return how often in the long run n are there, n = 0, 1, …

    `births[n]` is the rate from n to n + 1 and `deaths[n]` the rate back from n + 1 to n: as many
    steps go up as come down, so each probability follows from the one before.

    >>> birth_death([1, 1], [2, 2])[0]
    Fraction(4, 7)
    """
    weights = [Fraction(1)]
    for up, down in zip(births, deaths, strict=True):
        weights.append(weights[-1] * _exact("a birth", up) / _rate("a death", down))
    total = sum(weights)
    return Distribution({n: weight / total for n, weight in enumerate(weights)})


def little(arrivals: Number, stay: Number) -> Number:
    """Return the mean number inside, L = λW: whatever the order and the times are.

    `arrivals` is the rate of those who enter.
    """
    return arrivals * stay


def _of(rate: Fraction, wait: Fraction, stay: Fraction, busy: Fraction, must: Fraction) -> Queue:
    return Queue(busy, must, rate * wait, rate * stay, wait, stay)


def _exact(name: str, value: Rate) -> Fraction:
    whole = as_whole(value)
    if whole is None and not isinstance(value, Rational):
        raise ValueError(f"{name} must be exact, a whole number or a Fraction, not {value!r}")
    return Fraction(value if whole is None else whole)


def _rate(name: str, value: Rate) -> Fraction:
    exact = _exact(name, value)
    if exact <= 0:
        raise ValueError(f"{name} must be greater than 0, not {value}")
    return exact


def _servers(servers: int) -> int:
    number = as_whole(servers)
    if number is None or number < 1:
        raise ValueError(f"servers must be a whole number from 1, not {servers!r}")
    return number


def _check_stable(load: Fraction, servers: int) -> None:
    if load >= servers:
        raise ValueError(
            f"the queue grows for ever: {servers} servers cannot do the work of {load}"
        )
