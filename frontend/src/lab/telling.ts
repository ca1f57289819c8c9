/** A result in words and numbers; the twin of widgets/lab_table.py. */
import type { LabQuestion, LabResult, LabRow, LabSeat, Ratio } from "../contract";
import type { Words } from "../messages";

export const numberOf = ({ numerator, denominator }: Ratio): number =>
  Number(numerator) / Number(denominator);

const isSame = (a: Ratio, b: Ratio) =>
  a.numerator === b.numerator && a.denominator === b.denominator;

/** The name of a row: "3", "1/2", "20–24". */
export function labelOf(words: Words, { low, high }: LabRow): string {
  const first = worded(words, low);
  return isSame(low, high) ? first : `${first}–${worded(words, high)}`;
}

function worded(words: Words, value: Ratio): string {
  const denominator = Number(value.denominator);
  if (denominator > 1 && denominator <= 12) return terms(value);
  return words.decimal(numberOf(value));
}

const terms = ({ numerator, denominator }: Ratio) =>
  `${numerator.replace("-", "−")}/${denominator}`;

export const shareOf = (words: Words, row: LabRow, n: number) => words.share(row.count / n);

/** By how many standard errors a row is off: of its exact probability, in n games; null where it cannot be. */
export function offBy(row: LabRow, n: number): number | null {
  const p = row.exact ? numberOf(row.exact) : 0;
  return p > 0 && p < 1 ? (row.count / n - p) / Math.sqrt((p * (1 - p)) / n) : null;
}

/** How many decimals a mean deserves: to the second digit of its standard error. */
export const placesFor = (error: number | null): number =>
  error ? Math.min(6, Math.max(0, 1 - Math.floor(Math.log10(error)))) : 2;

export const gamesOf = (words: Words, n: number) =>
  words.text("lab.n.games", { n, shown: words.grouped(n) });

export const meanOf = (words: Words, seat: LabSeat) =>
  words.rounded(seat.mean, placesFor(seat.standard_error));

/** What a simulation says of the mean, and of the exact one where it is known. */
export function sentences(words: Words, seat: LabSeat, n: number): string[] {
  const at = placesFor(seat.standard_error);
  const values = { games: gamesOf(words, n), mean: words.rounded(seat.mean, at) };
  const { interval, exact_mean: exact } = seat;
  const told = [
    interval === null || seat.standard_error === null
      ? words.text("lab.tell.one", values)
      : words.text("lab.tell.mean", {
          ...values,
          error: words.rounded(seat.standard_error, at),
          low: words.rounded(interval[0], at),
          high: words.rounded(interval[1], at),
        }),
  ];
  if (exact) {
    const mean = numberOf(exact);
    const inside = interval && interval[0] <= mean && mean <= interval[1];
    const key = interval === null ? "exact" : inside ? "inside" : "outside";
    told.push(words.text(`lab.tell.${key}`, { exact: exactNumber(words, exact) }));
  }
  return told;
}

/** "2", "8/5 = 1.6" or "6/7 ≈ 0.8571"; without its terms where they are long. */
export function exactNumber(words: Words, value: Ratio): string {
  const [n, d] = [BigInt(value.numerator), BigInt(value.denominator)];
  if (d === 1n) return words.decimal(Number(n));
  const decimals = [1, 2, 3, 4].find((k) => (n * 10n ** BigInt(k)) % d === 0n);
  const shown = words.rounded(numberOf(value), decimals ?? 4);
  const long = terms(value);
  if (long.length > 12) return decimals ? shown : `≈ ${shown}`;
  return `${long} ${decimals ? "=" : "≈"} ${shown}`;
}

/** The question in one line. */
export function questionOf(words: Words, question: LabQuestion): string {
  const { game, players } = question;
  return [
    words.text(`${game}.ui.title`),
    words.text("lab.n.players", { n: players }),
    words.text(`${game}.statistic.${question.statistic}`),
  ].join(" · ");
}

/** "about 12 seconds": in seconds, minutes or hours. */
export function timeOf(words: Words, seconds: number): string {
  const [unit, n] =
    seconds < 90
      ? ["seconds", Math.max(1, Math.round(seconds))]
      : seconds < 5400
        ? ["minutes", Math.round(seconds / 60)]
        : ["hours", Math.round(seconds / 3600)];
  return words.text(`lab.n.${unit}`, { n: n as number });
}

/** "68 games/s · about 29 seconds left". */
export const paceOf = (words: Words, rate: number, left: number): string =>
  [
    words.text("lab.ui.rate", { rate: words.grouped(Math.round(rate)) }),
    words.text("lab.ui.left", { time: timeOf(words, left / rate) }),
  ].join(" · ");

/** The same table as `lab.to_csv`: numbers with points and in full, whatever the language. */
export function csvOf({ seats, done }: LabResult): string {
  const known = seats.some(({ exact_mean }) => exact_mean);
  const head = ["player", "low", "high", "games", "simulated", ...(known ? ["exact"] : [])];
  const rows = seats.flatMap(({ rows }, player) =>
    rows.map(({ low, high, count, exact }) => [
      player,
      numberOf(low),
      numberOf(high),
      count,
      count / done,
      ...(exact ? [numberOf(exact)] : []),
    ]),
  );
  return `${[head, ...rows].map((row) => row.join(",")).join("\n")}\n`;
}
