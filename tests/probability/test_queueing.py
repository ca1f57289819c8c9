"""Queues in the long run, each number by a second route."""

from __future__ import annotations

from fractions import Fraction
from math import exp, factorial
from typing import Any

import pytest

from monster_widgets.probability.queueing import (
    birth_death,
    erlang_b,
    erlang_c,
    little,
    mg1,
    mm1,
    mmc,
    mmc_impatient,
    mmck,
)

F = Fraction
LOADS = [(F(1, 25), F(1, 20), 1), (F(1, 12), F(1, 20), 2), (F(3), F(1), 4), (F(9), F(1), 10)]


def balanced(
    arrivals: float, services: float, servers: int, leave: float, room: int
) -> list[float]:
    """The chances of 0, 1, … there, from the balance equations as a linear system."""
    numpy = pytest.importorskip("numpy")
    rates = numpy.zeros((room + 1, room + 1))
    for n in range(room):
        rates[n, n + 1] = arrivals
        rates[n + 1, n] = min(n + 1, servers) * services + max(0, n + 1 - servers) * leave
    generator = rates - numpy.diag(rates.sum(axis=1))
    equations = numpy.vstack([generator.T, numpy.ones(room + 1)])
    right = numpy.append(numpy.zeros(room + 1), 1)
    solved: list[float] = numpy.linalg.lstsq(equations, right, rcond=None)[0].tolist()
    return solved


def mean(chances: list[float], minus: int = 0) -> float:
    return sum(max(0, n - minus) * p for n, p in enumerate(chances))


# ---------------------------------------------------------------- one server


def test_mm1_is_what_every_textbook_says() -> None:
    rate, mu = F(1, 25), F(1, 20)
    queue, rho = mm1(rate, mu), rate / mu

    assert (rho, rho) == (queue.utilisation, queue.must_wait)
    assert rho / (1 - rho) == queue.inside == 4
    assert 1 / (mu - rate) == queue.stay == 100
    assert rho**2 / (1 - rho) == queue.waiting
    assert queue.stay - 20 == queue.wait


def test_services_that_do_not_vary_halve_the_wait() -> None:
    assert mm1(4, 5) == mg1(4, 5, 1)
    assert mm1(4, 5).wait == 2 * mg1(4, 5, 0).wait
    assert mm1(4, 5).wait * F(3, 4) == mg1(4, 5, F(1, 2)).wait


def test_md1_agrees_with_the_number_left_behind_by_each_departure() -> None:
    # embedded chain: one leaves, Poisson(rho) came in; its stationary mean is L of M/D/1
    numpy = pytest.importorskip("numpy")
    rho, size = 0.6, 120
    came = [exp(-rho) * rho**k / factorial(k) for k in range(80)]
    moves = numpy.zeros((size, size))
    for n in range(size):
        for k, p in enumerate(came):
            moves[n, min(size - 1, max(0, n - 1) + k)] += p
    chances = numpy.full(size, 1 / size)
    for _ in range(2000):
        chances = chances @ moves

    assert mean(chances.tolist()) == pytest.approx(float(mg1(F(3, 5), 1, 0).inside), rel=1e-6)


# ---------------------------------------------------------------- several servers


@pytest.mark.parametrize(("arrivals", "services", "servers"), LOADS)
def test_mmc_solves_the_balance_equations(arrivals: F, services: F, servers: int) -> None:
    queue = mmc(arrivals, services, servers)
    p = balanced(float(arrivals), float(services), servers, 0, 400)

    assert mean(p) == pytest.approx(float(queue.inside), rel=1e-6)
    assert mean(p, servers) == pytest.approx(float(queue.waiting), rel=1e-6)
    assert sum(p[servers:]) == pytest.approx(float(queue.must_wait), rel=1e-6)
    assert queue.inside == queue.waiting + arrivals / services


@pytest.mark.parametrize("servers", [1, 2, 5])
def test_erlangs_formulas_are_the_sums_he_wrote(servers: int) -> None:
    load = F(4, 5) * servers
    terms = [load**n / factorial(n) for n in range(servers + 1)]
    last = terms[-1] * servers / (servers - load)

    assert terms[-1] / sum(terms) == erlang_b(load, servers)
    assert last / (sum(terms[:-1]) + last) == erlang_c(load, servers)


def test_two_cooks_with_one_line_beat_two_with_a_line_each() -> None:
    assert mmc(2, F(5, 4), 2).wait < mm1(1, F(5, 4)).wait


# ---------------------------------------------------------------- finite room


def test_places_without_waiting_are_erlang_b() -> None:
    for servers in (1, 3, 6):
        queue = mmck(5, 2, servers, servers)

        assert erlang_b(F(5, 2), servers) == queue.blocked
        assert 0 == queue.waiting == queue.must_wait == queue.wait


@pytest.mark.parametrize(("arrivals", "services", "servers"), [*LOADS, (F(2), F(1), 1)])
def test_mmck_solves_the_balance_equations(arrivals: F, services: F, servers: int) -> None:
    room = servers + 3
    queue = mmck(arrivals, services, servers, room)
    p = balanced(float(arrivals), float(services), servers, 0, room)

    assert p[room] == pytest.approx(float(queue.blocked))
    assert mean(p) == pytest.approx(float(queue.inside))
    assert mean(p, servers) == pytest.approx(float(queue.waiting))
    assert sum(p[servers:room]) / (1 - p[room]) == pytest.approx(float(queue.must_wait))


def test_more_and_more_room_is_unlimited_room() -> None:
    wide, endless = mmck(F(4), F(5), 1, 200), mm1(4, 5)

    for one, other in zip(wide[:6], endless[:6], strict=True):
        assert float(other) == pytest.approx(float(one))


# ---------------------------------------------------------------- impatience


@pytest.mark.parametrize("leave", [F(1, 600), F(1, 60), F(1, 20), F(1)])
@pytest.mark.parametrize(("arrivals", "services", "servers"), [*LOADS[:2], (F(1, 5), F(1, 20), 2)])
def test_impatience_solves_the_balance_equations(
    arrivals: F, services: F, servers: int, leave: F
) -> None:
    queue = mmc_impatient(arrivals, services, servers, leave)
    p = balanced(float(arrivals), float(services), servers, float(leave), 300)

    assert mean(p) == pytest.approx(queue.inside, rel=1e-6)
    assert mean(p, servers) == pytest.approx(queue.waiting, rel=1e-6)
    # who neither leaves nor is served is still there: in the long run nobody
    served = servers * float(services) * float(queue.utilisation)
    assert served == pytest.approx(float(arrivals) * (1 - queue.abandoned))


def test_endless_patience_is_erlang_c_and_none_at_all_erlang_b() -> None:
    patient = mmc_impatient(F(1, 12), F(1, 20), 2, F(1, 10**9))
    for one, other in zip(patient[:6], mmc(F(1, 12), F(1, 20), 2)[:6], strict=True):
        assert one == pytest.approx(float(other), rel=1e-4)
    hasty = mmc_impatient(F(1, 12), F(1, 20), 2, 10**9)

    assert hasty.abandoned == pytest.approx(float(erlang_b(F(20, 12), 2)))


def test_patience_like_a_service_is_a_server_for_everybody() -> None:
    # each guest, waiting or served, goes at the same rate: the number inside is Poisson
    queue = mmc_impatient(3, 1, 2, 1)

    assert queue.inside == pytest.approx(3)
    assert queue.must_wait == pytest.approx(1 - exp(-3) * (1 + 3))


def test_garnett_mandelbaum_and_reimans_integral_gives_the_same() -> None:
    special = pytest.importorskip("scipy.special")
    lam, mu, c, theta = 1 / 20, 1 / 20, 1, 1 / 60
    # the sum over n > c of the products of lam / (c mu + k theta), k = 1 … n - c, is an incomplete
    # gamma function: a e^x x^-a γ(a, x) - 1
    a, x = c * mu / theta, lam / theta
    tail = exp(x) * x ** (-a) * a * special.gamma(a) * special.gammainc(a, x) - 1
    terms = [(lam / mu) ** n / factorial(n) for n in range(c + 1)]
    delay = terms[-1] * (1 + tail) / (sum(terms) + terms[-1] * tail)

    assert delay == pytest.approx(float(mmc_impatient(F(1, 20), F(1, 20), 1, F(1, 60)).must_wait))


# ---------------------------------------------------------------- what all of them share


def test_littles_law_holds_inside_and_in_the_line() -> None:
    for queue, rate in (
        (mm1(4, 5), F(4)),
        (mmc(F(1, 12), F(1, 20), 2), F(1, 12)),
        (mg1(4, 5, 0), F(4)),
        (mmc_impatient(3, 1, 2, F(1, 2)), F(3)),
    ):
        assert float(queue.inside) == pytest.approx(float(little(rate, queue.stay)))
        assert float(queue.waiting) == pytest.approx(float(little(rate, queue.wait)))
    room = mmck(4, 5, 1, 3)
    assert room.inside == little(4 * (1 - F(room.blocked)), room.stay)


def test_steps_up_and_down_balance() -> None:
    births, deaths = [F(3), F(2), F(1)], [F(1), F(5), F(2)]
    p = birth_death(births, deaths)

    for n in range(3):
        assert p[n] * births[n] == p[n + 1] * deaths[n]
    assert 1 == sum(p.values())
    assert {0: F(1)} == dict(birth_death([0], [1]))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: mm1(5, 5), "grows for ever"),
        (lambda: mmc(3, 1, 2), "grows for ever"),
        (lambda: erlang_c(2, 2), "grows for ever"),
        (lambda: mg1(5, 4, 0), "grows for ever"),
        (lambda: mm1(0.5, 1), "must be exact"),
        (lambda: mm1(0, 1), "greater than 0"),
        (lambda: mg1(1, 2, -1), "not be negative"),
        (lambda: mmc(1, 2, 0), "servers must be a whole number from 1"),
        (lambda: mmck(1, 2, 3, 2), "places must be a whole number from 3"),
        (lambda: birth_death([1], [1, 2]), "argument 2"),
    ],
)
def test_queues_that_cannot_be_are_refused(call: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()
