/** What happened, a line for each beat. Pointing at a line previews that step, choosing it goes there. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Frame } from "./contract";
import type { Game } from "./game";
import { read, textOf } from "./reading";
import { useRoving } from "./roving";
import type { ViewState } from "./view";

export function Log({ view, game }: { view: ViewState; game: Game }) {
  const { store } = view;
  const words = store.words.value;
  const frames = store.frames.value;
  const stops = store.stops.value;
  const [index, end] = [store.index.value, store.end.value];
  const list = useRef<HTMLOListElement>(null);
  const lines = useMemo(
    () =>
      stops.flatMap((stop) => {
        if (stop > end) return [];
        const { main } = read(words, frames ?? [], stops, stop);
        const many = main.some(({ first, last }) => last > first); // no one card stands for them
        const sign = many ? undefined : game.sign?.(subjectOf(frames?.[stop]));
        return (
          <Line
            key={stop}
            view={view}
            stop={stop}
            text={textOf(main) || words.text("common.ui.beginning")}
            sign={game.sign && (sign?.picture ?? "")}
            branched={store.owner(stop) !== ""}
          />
        );
      }),
    [view, game, words, frames, stops, end],
  );
  const now = stops.findLastIndex((stop) => stop <= index);

  // The list is drawn once; where the reader is in it, is marked here: scrubbing changes two lines, not all.
  useLayoutEffect(() => {
    const line = list.current?.children[now]?.firstElementChild as HTMLElement | undefined;
    if (!line) return;
    line.classList.add("now");
    line.setAttribute("aria-current", "step");
    line.dataset.rove = "on";
    return () => {
      line.classList.remove("now");
      line.removeAttribute("aria-current");
      line.dataset.rove = "";
    };
  }, [now, lines]);
  const roving = useRoving(list);
  useLayoutEffect(() => {
    const box = list.current;
    const line = box?.children[now] as HTMLElement | undefined;
    if (!box || !line) return;
    const beside = line.nextElementSibling as HTMLElement | null;
    const bottom = beside?.classList.contains("veil") ? beside : line;
    // as soon as the list has its height, and when that changes; never scrollIntoView: it would move the page
    const sizes = new ResizeObserver(() => {
      const over = bottom.offsetTop + bottom.offsetHeight - box.clientHeight - box.scrollTop;
      if (over > 0) box.scrollTop += over;
      else if (line.offsetTop < box.scrollTop) box.scrollTop = line.offsetTop;
    });
    sizes.observe(box);
    return () => sizes.disconnect();
  }, [now, lines]);

  return (
    <section class="mw-log" aria-label={words.text("common.ui.log")}>
      <h3>{words.text("common.ui.log")}</h3>
      <ol
        class="log"
        {...roving}
        onPointerLeave={() => look(view, null)}
        onFocusOut={(event) => {
          roving.onFocusOut(event);
          look(view, null);
        }}
      >
        {lines}
        {lines.length < stops.length && (
          <li class="veil quiet-line">
            {words.text("common.predict.cover_log", { n: stops.length - lines.length })}
          </li>
        )}
      </ol>
    </section>
  );
}

interface LineProps {
  view: ViewState;
  stop: number;
  text: string;
  /** Undefined where the game has no signs at all. */
  sign: ComponentChildren;
  /** The step is of a branch, not of the game. */
  branched: boolean;
}

function Line({ view, stop, text, sign, branched }: LineProps) {
  return (
    <li class={branched ? "branched" : undefined}>
      <button
        type="button"
        class="line"
        data-rove=""
        onPointerMove={(event) => {
          // a list that scrolls under a still pointer is not pointed at
          const moved = event.movementX !== 0 || event.movementY !== 0;
          if (event.pointerType === "mouse" && moved) look(view, stop);
        }}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && look(view, stop)}
        onClick={() => {
          look(view, null);
          view.store.seek(stop);
        }}
      >
        <span class="n num">{stop}</span>
        {sign !== undefined && <span class="sign">{sign}</span>}
        <span>{text}</span>
      </button>
    </li>
  );
}

function look({ preview, store }: ViewState, stop: number | null): void {
  preview.value = stop === null ? null : { stop, from: store.index.peek() };
}

/** The card or dish that a step is about, if it is about one. */
function subjectOf(frame: Frame | undefined): string {
  const { card, cards, dish, food } = frame?.captions[0]?.values ?? {};
  return String(card ?? (cards as string[] | undefined)?.[0] ?? dish ?? food ?? "");
}
