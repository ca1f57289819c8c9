"""Questions about any game: exact answers, and simulated ones with their error."""

from .enumeration import TooLarge, enumerate, exactly
from .results import Asked, InvalidCode, Tally
from .simulation import Point, Simulation
from .trials import Question, Run, SimulationError, simulate, tqdm_progress

__all__ = [
    "Asked",
    "InvalidCode",
    "Point",
    "Question",
    "Run",
    "Simulation",
    "SimulationError",
    "Tally",
    "TooLarge",
    "enumerate",
    "exactly",
    "simulate",
    "tqdm_progress",
]
