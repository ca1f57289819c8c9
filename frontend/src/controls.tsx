/** The timeline: first, back, play, forward, last; a slider over all actions; speed. */

import { useMemo } from "preact/hooks";
import { saidOf } from "./branches";
import type { Frame } from "./contract";
import type { Game } from "./game";
import { find } from "./lines";
import { Button, Group } from "./parts";
import { WALL } from "./predict";
import { nextText, read, textOf } from "./reading";
import { useRoving } from "./roving";
import type { ViewState } from "./view";

const SPEEDS = [0.5, 1, 2, 4];

type Marks = Game["marks"];

export function Controls({ view, marks }: { view: ViewState; marks: Marks }) {
  const { store } = view;
  const words = store.words.value;
  const roving = useRoving<HTMLDivElement>();
  const running = store.running.value !== null;
  const [index, last, end] = [store.index.value, store.last.value, store.end.value];
  const ui = (name: string) => words.text(`common.ui.${name}`);
  const button = (name: "first" | "back" | "forward" | "last", go: () => void, off: boolean) => (
    <Button
      icon={name}
      class={name === "first" || name === "last" ? "quiet" : ""}
      title={ui(name)}
      aria-label={ui(name)}
      data-forward={name === "forward" ? "" : undefined}
      aria-describedby={off && store.wall.value === index ? WALL : undefined}
      rove
      off={off}
      onClick={go}
    />
  );
  return (
    <Group class="mw-ctrl" aria-label={ui("controls")}>
      <div class="transport" role="toolbar" aria-label={ui("transport")} {...roving}>
        {button("first", () => store.seek(0), index === 0)}
        {button("back", () => store.back(), index === 0)}
        <Button
          icon={running ? "pause" : "play"}
          class="primary play"
          rove="on"
          off={last === 0 || index === store.wall.value}
          title={ui(running ? "pause" : "play")}
          aria-label={ui(running ? "pause" : "play")}
          onClick={() => store.togglePlaying()}
        />
        {button("forward", () => store.forward(), index === end)}
        {button("last", () => store.seek(last), index === end)}
      </div>
      <Slider view={view} marks={marks} />
      <label class="speed">
        <span class="sr">{ui("speed")}</span>
        <select
          value={String(store.speed.value)}
          title={ui("speed")}
          onChange={(event) => store.setSpeed(Number(event.currentTarget.value))}
        >
          {[...new Set([...SPEEDS, store.speed.value])].map((speed) => (
            <option key={speed} value={String(speed)}>
              {String(speed).replace(".", words.text("common.format.decimal"))}×
            </option>
          ))}
        </select>
      </label>
    </Group>
  );
}

function Slider({ view, marks = {} }: { view: ViewState; marks: Marks }) {
  const { store } = view;
  const words = store.words.value;
  const frames = store.frames.value ?? [];
  const stops = store.stops.value;
  const [index, last, wall] = [store.index.value, store.last.value, store.wall.value];
  const frame = frames[index];
  const at = (step: number) => `${(100 * step) / Math.max(1, last)}%`;
  const { main } = view.previewing.value ? read(words, frames, stops, index) : view.reading.value;
  const said = frame ? `${textOf(main)} ${nextText(words, frame)}` : "";
  const marked = useMemo(
    () => (
      <div class="marks-of" aria-hidden="true">
        {marksOf(frames.slice(0, store.end.value + 1), marks).map(([step, mark]) => (
          <i class={mark} style={{ left: at(step) }} />
        ))}
        {wall !== null && <b class="veil" style={{ left: at(wall) }} />}
      </div>
    ),
    [frames, marks, last, wall],
  );
  const branch = find(store.lines.value, store.line.value);
  return (
    <div class="scrub">
      {marked}
      {branch && (
        <div class="marks-of" aria-hidden="true">
          <i class="fork" style={{ left: `${(100 * branch.step) / Math.max(1, last)}%` }} />
        </div>
      )}
      {/* max stands before value: a value above the old max would be cut off */}
      <input
        type="range"
        min={0}
        max={Math.max(1, last)}
        step={1}
        value={index}
        disabled={last === 0}
        style={{ "--done": `${last ? (100 * index) / last : 0}%` }}
        aria-label={words.text("common.ui.slider")}
        aria-valuetext={saidOf(
          find(store.lines.value, store.owner(index)),
          words,
          false,
          `${words.text("common.ui.step_of", { n: index, last })}. ${said}`,
        )}
        onInput={(event) => {
          store.seek(Number(event.currentTarget.value));
          event.currentTarget.value = String(store.index.value); // it may not go as far
        }}
      />
    </div>
  );
}

/** What stands under the slider: a bar where a new round begins, and the marks of a game's own. */
const marksOf = (frames: Frame[], marks: NonNullable<Marks>): [number, string][] =>
  frames.flatMap((frame, i) => {
    const { round } = frame.view.values;
    const notation = frame.action?.replace(/^\d+: /, "") ?? "";
    const mark = marks[notation] ?? marks[notation.split(" ")[0] as string];
    const begins = i > 0 && round !== undefined && round !== frames[i - 1]?.view.values.round;
    return [
      ...(begins ? [[i, "bar"] as [number, string]] : []),
      ...(mark ? [[i, mark] as [number, string]] : []),
    ];
  });
