/** How often each value came: a bar for each, and a diamond where it should end. */
import type { LabSeat } from "../contract";
import type { Words } from "../messages";
import { roundStep, ticks, useWidth } from "./axis";
import { gamesOf, labelOf, numberOf, shareOf } from "./telling";

const TOP = 22;

interface Props {
  seat: LabSeat;
  n: number;
  words: Words;
  large: boolean;
}

export function Histogram({ seat: { rows }, n, words, large }: Props) {
  const [ref, width] = useWidth<SVGSVGElement>();
  const letter = large ? 16 : 12;
  const [left, bottom, height] = [3.8 * letter, 2.4 * letter, large ? 300 : 220];
  const [floor, room] = [height - bottom, height - bottom - TOP];
  const parts = rows.map(({ count }) => count / n);
  const exact = rows.map((row) => (row.exact ? numberOf(row.exact) : null));
  const most = Math.max(...parts, ...exact.map(Number), 0.01);
  const step = roundStep(most / 5);
  const top = Math.ceil(most / step - 1e-9) * step;
  const place = (width - left) / rows.length;
  const x = (i: number) => left + (i + 0.5) * place;
  const y = (part: number) => floor - (room * part) / top;
  const bar = Math.max(1, Math.min(56, 0.66 * place));
  const names = rows.map((row) => labelOf(words, row));
  const wide = (Math.max(...names.map(({ length }) => length)) + 1.5) * 0.58 * letter;
  const every = Math.ceil(wide / place);
  const written = place > 3.6 * letter; // there is room for a number above each bar
  const best = parts.indexOf(Math.max(...parts));
  const diamond = Math.min(6.5, Math.max(3, 0.4 * bar));
  return (
    <svg
      ref={ref}
      class="chart"
      height={height}
      role="img"
      aria-label={words.text("lab.tell.histogram", {
        n: rows.length,
        games: gamesOf(words, n),
        value: names[best] ?? "",
        share: words.share(parts[best] ?? 0),
      })}
    >
      {ticks(0, top, Math.round(top / step)).map((part) => (
        <g key={part}>
          <path class="grid" d={`M${left} ${y(part)}H${width}`} />
          <text x={left - 6} y={y(part) + letter / 3} text-anchor="end">
            {words.text("common.format.percent", {
              n: words.rounded(100 * part, step < 0.01 ? 1 : 0),
            })}
          </text>
        </g>
      ))}
      {rows.map((row, i) => {
        const high = floor - y(parts[i] as number);
        return (
          <g key={names[i]}>
            <rect
              class="bar-of"
              x={x(i) - bar / 2}
              y={floor - high}
              width={bar}
              height={high}
              rx={Math.min(4, bar / 4, high)}
            />
            {bar >= 16 &&
              Array.from({ length: Math.max(0, Math.floor((high - 8) / 12)) }, (_, line) => (
                <path
                  key={String(line)}
                  class="rung"
                  d={`M${x(i) - bar / 2 + 5} ${floor - 8 - line * 12}h${bar - 10}`}
                />
              ))}
            {written && (
              <text
                class="value"
                x={x(i)}
                y={y(Math.max(parts[i] as number, exact[i] ?? 0)) - (exact[i] === null ? 6 : 11)}
                text-anchor="middle"
              >
                {shareOf(words, row, n)}
              </text>
            )}
            {i % every === 0 && (
              <text class="name" x={x(i)} y={floor + 1.5 * letter} text-anchor="middle">
                {names[i]}
              </text>
            )}
          </g>
        );
      })}
      <path class="floor" d={`M${left} ${floor}H${width}`} />
      {exact[0] !== null && (
        <>
          <path class="truth" d={`M${exact.map((p, i) => `${x(i)} ${y(p ?? 0)}`).join("L")}`} />
          {exact.map((p, i) => (
            <path
              key={names[i]}
              class="diamond-of"
              d={`M${x(i)} ${y(p ?? 0) - diamond}l${diamond} ${diamond}-${diamond} ${diamond}-${diamond}-${diamond}Z`}
            />
          ))}
        </>
      )}
    </svg>
  );
}
