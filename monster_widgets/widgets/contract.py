"""The JSON that crosses to the browser; the same shapes as ``frontend/src/contract.ts``."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

Json = Any


class Phrase(TypedDict):
    """A sentence to be made from a locale key and its values."""

    key: str
    values: dict[str, Json]


class Caption(TypedDict):
    """One thing that happened, with the rule it follows."""

    rule: str
    player: int | None
    key: str
    values: dict[str, Json]


class LegalAction(TypedDict):
    """Something a player may do now."""

    player: int
    notation: str
    label: Phrase


class View(TypedDict):
    """What the viewer of a frame may know."""

    viewer: int | str
    zones: dict[str, list[str]]
    values: dict[str, Json]
    acting_players: list[int]
    legal_actions: list[LegalAction]


class ScoreLine(TypedDict):
    """One line of a bill."""

    key: str
    label: str
    count: int
    values: dict[str, Json]
    points: int
    rule: str


class Score(TypedDict):
    """A score and its lines."""

    total: int
    lines: list[ScoreLine]


class Ratio(TypedDict):
    """An exact probability as two decimal strings, not reduced: "4" of "32" cards."""

    numerator: str
    denominator: str


class OddsRow(TypedDict):
    """One chance of a table; `action` is the notation of an outcome that can come in this step."""

    label: Phrase
    numerator: str
    denominator: str
    action: NotRequired[str]


class OddsTable(TypedDict):
    """A table of chances; `method` says how they were found ("exact" or "estimate")."""

    title: Phrase
    rows: list[OddsRow]
    method: str


class Move(TypedDict):
    """A card that moved in a step; `card` is its key, or "hidden"."""

    card: str
    source: str
    target: str


class PredictAnswer(TypedDict):
    """Something a reader may say: a notation or "other", whose choice it is, its chance if any."""

    answer: str
    player: int | None
    label: Phrase
    chance: Ratio | None


class PredictQuestion(TypedDict):
    """What will happen next? `kind`: "decision", "chance", or "score", answered by a number.

    `player` is who chooses, if that is one and known. `truth` is None while it is held back.
    """

    kind: str
    player: int | None
    answers: list[PredictAnswer]
    truth: str | int | None


class Predicted(TypedDict):
    """What a reader said of a step before seeing it."""

    step: int
    kind: str
    answer: str | int


class Frame(TypedDict):
    """One picture of the player: the state after `step` actions, and the action that led there."""

    step: int
    beat: bool
    action: str | None
    player: int | None
    chance: Ratio | None
    captions: list[Caption]
    view: View
    scores: list[Score | None] | None
    odds: list[OddsTable] | None
    moves: list[Move]
    next: Phrase
    over: bool
    question: NotRequired[PredictQuestion]


class RuleInfo(TypedDict):
    """What a rule is, and where it comes from."""

    status: str
    source: str


class Branch(TypedDict):
    """Where a branch leaves the game it came from."""

    step: int
    number: int


class Info(TypedDict):
    """What does not change from step to step."""

    game: str
    head: str
    players: list[str]
    you: list[int]
    rules: dict[str, RuleInfo]
    zones: dict[str, str]
    values: dict[str, str]
    branch: Branch | None
    undone: bool
    held: NotRequired[bool]


class HintRow(TypedDict):
    """What a choice is worth: exact as a ratio, or a mean with its standard error and n games."""

    label: Phrase
    value: float
    exact: Ratio | None
    standard_error: float | None
    n: int | None


class Verdict(TypedDict):
    """How the choice that was made compares with the best other one, the row `rival`.

    `kind`: "only" (there was no other), "best" (no other was worth more), "better" (another was),
    "unclear" (two standard errors hide the difference). `difference`: the rival's value less its.
    """

    kind: str
    made: int
    rival: int | None
    difference: float | None
    standard_error: float | None


class Hint(TypedDict):
    """What a policy says of every choice of a player at a step; `method`: exact or estimate.

    `line` is the line of play that the step is of ("": the game), `verdict` what it says of the
    choice that was made there, for who asks afterwards.
    """

    line: str
    step: int
    player: int
    policy: str
    method: str
    rows: list[HintRow]
    verdict: Verdict | None


class Asked(TypedDict):
    """One question for a hint; `after`: asked once the choice had been made."""

    line: str
    step: int
    player: int
    policy: str
    after: bool


class Line(TypedDict):
    """A branch, what would have come of another choice at a step; named "A", "B", …

    `parent` is the line that it leaves, "" the game. `action` is what was chosen (None: chance was
    left to draw afresh), `again` that it is what came there too. `redealt`: the cards that the
    viewer does not see were dealt anew, for else one could peek. `frames` begin at `step` + 1.
    """

    id: str
    parent: str
    step: int
    player: int | None
    action: Phrase | None
    again: bool
    redealt: bool
    frames: list[Frame]


class Worth(TypedDict):
    """A mean, of a win chance or of points: exact as a ratio, else with its standard error."""

    value: float
    exact: Ratio | None
    standard_error: float | None


class Comparison(TypedDict):
    """What a line and its parent are worth to each player, from the step after the choice on.

    `statistic`: "winner" (the chance to win; shared wins count in parts) or "final_scores" (who
    plays alone always wins). `done` of `n` games are played of each line; 0 of 0 if it is exact.
    `chosen`: whether the parent goes on with a choice made; else whoever acts there chooses first.
    """

    line: str
    statistic: str
    chosen: bool
    done: int
    n: int
    running: bool
    parent: list[Worth]
    branch: list[Worth]


class Refusal(TypedDict):
    """Why an intent was refused; `intent` is its id, 0 if Python itself was refused."""

    intent: int
    key: str
    values: dict[str, Json]
    rule: str | None


class Intent(TypedDict):
    """What the reader wants to play: a notation, or "undo", at a step."""

    id: int
    step: int
    action: str


class Inquiry(TypedDict):
    """What the reader wants to know of a step of a line.

    `do`: "explain" (a hint), "why" (what was the choice worth that led there), "branch" (what if
    `action`, a notation, were done there; None: draw afresh), "compare" and "remove" (the line).
    """

    id: int
    do: str
    line: str
    step: int
    action: str | None


class LabGame(TypedDict):
    """What can be asked of a game."""

    name: str
    players: list[int]
    statistics: list[str]
    policies: list[str]


class LabQuestion(TypedDict):
    """What is simulated; a policy for each seat; the seed, which may be long, as a text."""

    game: str
    statistic: str
    players: int
    policies: list[str]
    n: int
    seed: str
    options: dict[str, Json]


class LabRow(TypedDict):
    """A value, or the values from `low` to `high`: in how many games, and how likely exactly."""

    low: Ratio
    high: Ratio
    count: int
    exact: Ratio | None


class LabSeat(TypedDict):
    """What came out for one seat; `trail` holds [n, mean, standard error] after the first n."""

    rows: list[LabRow]
    mean: float
    standard_error: float | None
    interval: list[float] | None
    exact_mean: Ratio | None
    trail: list[list[float | None]]


class LabResult(TypedDict):
    """What is known after `done` games; `code` rebuilds it, and is there while it rests."""

    done: int
    seats: list[LabSeat]
    code: str | None


class LabIntent(TypedDict):
    """What the reader of a laboratory wants: "ask" (with a question), "run", "stop", "clear"."""

    id: int
    do: str
    question: LabQuestion | None


Text = dict[str, str]
"""Language → text."""


class QuizOption(TypedDict):
    """What can be chosen, or put in order."""

    id: str
    text: Text


class QuizBoard(TypedDict):
    """The position of a question: `frame` is None where cards are laid out without a game.

    `zones` are laid out beside the board; `actions` are legal actions that the board offers.
    """

    info: Info
    frame: Frame | None
    zones: dict[str, list[str]]
    actions: list[LegalAction]


class QuizQuestion(TypedDict):
    """A question as its reader sees it; nothing of the key."""

    id: str
    kind: str
    text: Text
    chance: bool
    options: list[QuizOption]
    hints: list[Text]
    tries: int | None
    board: QuizBoard


class QuizSheet(TypedDict):
    """All questions; `quiz` is a mark of them, by which answers find their key."""

    quiz: str
    name: str
    title: Text | None
    questions: list[QuizQuestion]


class QuizAnswer(TypedDict):
    """What was done with a question."""

    answer: str | list[str] | None
    tries: int
    hints: int


class QuizVerdict(TypedDict):
    """What there is to say of an answer; `shown` and `more` once the question is over."""

    right: bool | None
    key: str
    values: dict[str, Text]
    shown: Text | None
    more: Text | None


class QuizWrong(TypedDict):
    """A well-known wrong answer."""

    given: str
    feedback: Text


class QuizKey(TypedDict):
    """What is right; only in a page without Python where one practises."""

    kind: str
    chance: bool
    right: list[list[str]]
    wrong: list[QuizWrong]
    shown: Text
    more: Text | None


class QuizIntent(TypedDict):
    """What the reader of a quiz wants: "answer", "hint" or "finish"."""

    id: int
    do: str
    question: str
    answer: str | list[str] | None
