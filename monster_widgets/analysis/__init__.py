"""Questions about any game: exact answers, and simulated ones with their error."""

from .enumeration import TooLarge, enumerate
from .simulation import Point, Simulation
from .trials import Question, Run, SimulationError, simulate, tqdm_progress

__all__ = [
    "Point",
    "Question",
    "Run",
    "Simulation",
    "SimulationError",
    "TooLarge",
    "enumerate",
    "simulate",
    "tqdm_progress",
]
