"""Say of each notebook which cell took longest: pytest -p tools.slowest_cell --nbval …

`pytest --durations` would name the starts of the kernels instead.
"""

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
    cells = [report for report in reports if report.when == "call"]
    # The last of a name in a dictionary is the one that stays.
    slowest = {cell.nodeid.partition("::")[0]: cell for cell in sorted(cells, key=duration)}
    terminalreporter.section("slowest cells")
    for cell in slowest.values():
        terminalreporter.write_line(f"{cell.duration:6.2f} s  {cell.nodeid}")


def duration(cell: pytest.TestReport) -> float:
    return cell.duration
