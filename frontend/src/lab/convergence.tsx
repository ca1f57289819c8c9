/** How the mean settled: after 10, 20, 50, … games, with two standard errors, and the exact mean. */
import type { LabSeat } from "../contract";
import type { Words } from "../messages";
import { decimalsOf, roundStep, ticks, useWidth } from "./axis";
import { gamesOf, meanOf, numberOf } from "./telling";

const TOP = 14;
/** Before so many games two standard errors say little. */
const FROM = 10;

interface Props {
  seat: LabSeat;
  done: number;
  n: number;
  words: Words;
  large: boolean;
}

export function Convergence({ seat, done, n, words, large }: Props) {
  const [ref, width] = useWidth<SVGSVGElement>();
  const points = seat.trail.filter(([games, , error]) => games >= FROM && error !== null);
  const exact = seat.exact_mean && numberOf(seat.exact_mean);
  if (points.length === 0) return <p class="quiet-line early">{words.text("lab.tell.early")}</p>;
  const letter = large ? 16 : 12;
  const [bottom, height] = [2.2 * letter, large ? 230 : 170];
  const [floor, room] = [height - bottom, height - bottom - TOP];
  const ends = points.flatMap(([, mean, error]) => [
    mean - 2 * Number(error),
    mean + 2 * Number(error),
  ]);
  const [least, most] = [
    Math.min(...ends, exact ?? Infinity),
    Math.max(...ends, exact ?? -Infinity),
  ];
  const step = roundStep((most - least || 1) / 4);
  const low = Math.floor(least / step + 1e-9) * step;
  const high = Math.max(low + step, Math.ceil(most / step - 1e-9) * step);
  const marks = ticks(low, high, Math.round((high - low) / step));
  const texts = marks.map((mark) => words.rounded(mark, decimalsOf(step)));
  const left = (Math.max(...texts.map(({ length }) => length)) + 1.2) * 0.58 * letter;
  const right = 10;
  const decades = Math.log10(Math.max(n, 10 * FROM) / FROM);
  const x = (games: number) => left + ((width - left - right) * Math.log10(games / FROM)) / decades;
  const y = (mean: number) => floor - (room * (mean - low)) / (high - low);
  const at = (side: number) =>
    points.map(([games, mean, error]) => `${x(games)} ${y(mean + side * Number(error))}`);
  const [games, mean] = points.at(-1) as LabSeat["trail"][number];
  const powers = Array.from({ length: Math.floor(decades + 1e-9) + 1 }, (_, i) => FROM * 10 ** i);
  const last = powers.at(-1) as number;
  const lastName = words.text("lab.ui.axis_games", { n: words.grouped(last) });
  const nameWidth = 0.58 * letter * lastName.length;
  const nameEnd = Math.min(x(last) + nameWidth / 2, width);
  const nameBegins = nameEnd - nameWidth - letter; // what would run into it is left out
  return (
    <svg
      ref={ref}
      class="chart"
      height={height}
      role="img"
      aria-label={words.text("lab.tell.convergence", {
        mean: meanOf(words, seat),
        games: gamesOf(words, done),
      })}
    >
      {marks.map((mark, i) => (
        <g key={mark}>
          <path class="grid" d={`M${left} ${y(mark)}H${width - right}`} />
          <text x={left - 6} y={y(mark) + letter / 3} text-anchor="end">
            {texts[i]}
          </text>
        </g>
      ))}
      <path class="band" d={`M${at(2).join("L")}L${at(-2).reverse().join("L")}Z`} />
      {exact !== null && <path class="truth-line" d={`M${left} ${y(exact)}H${width - right}`} />}
      <path class="mean" d={`M${at(0).join("L")}`} />
      {points.map(([games, mean]) => (
        <circle key={games} class="dot" cx={x(games)} cy={y(mean)} r={games === done ? 5.5 : 3} />
      ))}
      <text
        class="value"
        x={Math.min(x(games), width - right - 2 * letter)}
        y={y(mean) < TOP + 2 * letter ? y(mean) + 1.8 * letter : y(mean) - letter}
        text-anchor="middle"
      >
        {meanOf(words, seat)}
      </text>
      <path class="floor" d={`M${left} ${floor}H${width - right}`} />
      {powers.map((power) => (
        <g key={power}>
          <path class="floor" d={`M${x(power)} ${floor}v5`} />
          {power === last ? (
            <text x={nameEnd} y={height - 4} text-anchor="end">
              {lastName}
            </text>
          ) : (
            x(power) + 0.3 * letter * words.grouped(power).length < nameBegins && (
              <text x={x(power)} y={height - 4} text-anchor="middle">
                {words.grouped(power)}
              </text>
            )
          )}
        </g>
      ))}
    </svg>
  );
}
