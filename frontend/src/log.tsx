/** What happened, a line for each beat. Pointing at a line previews that step, choosing it goes there. */
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Frame } from "./contract";
import type { Game } from "./game";
import { read, textOf } from "./reading";
import { useRoving } from "./roving";
import type { ViewState } from "./view";

export function Log({ view, game }: { view: ViewState; game: Game }) {
  const { store, preview } = view;
  const words = store.words.value;
  const frames = store.frames.value;
  const stops = store.stops.value;
  const index = store.index.value;
  const roving = useRoving<HTMLOListElement>();
  const current = useRef<HTMLLIElement>(null);
  const lines = useMemo(
    () =>
      stops.map((stop) => {
        const { main } = read(words, frames ?? [], stops, stop);
        const many = main.some(({ first, last }) => last > first); // no one card stands for them
        const sign = many ? undefined : game.sign?.(subjectOf(frames?.[stop]));
        return { stop, text: textOf(main), sign: sign?.picture };
      }),
    [words, frames, stops],
  );
  const now = stops.findLast((stop) => stop <= index) ?? 0;

  useLayoutEffect(() => {
    const [box, line] = [roving.ref.current, current.current];
    if (!box || !line) return; // never scrollIntoView: it would move the page
    const over = line.offsetTop + line.offsetHeight - box.clientHeight - box.scrollTop;
    if (over > 0) box.scrollTop += over;
    else if (line.offsetTop < box.scrollTop) box.scrollTop = line.offsetTop;
  }, [now, lines, store.size.value]);

  const look = (stop: number | null) => {
    preview.value = stop === null ? null : { stop, from: store.index.peek() };
  };
  return (
    <section class="mw-log" aria-label={words.text("common.ui.log")}>
      <h3>{words.text("common.ui.log")}</h3>
      <ol
        class="log"
        {...roving}
        onPointerLeave={() => look(null)}
        onFocusOut={(event) => {
          roving.onFocusOut(event);
          look(null);
        }}
      >
        {lines.map(({ stop, text, sign }) => (
          <li key={stop} ref={stop === now ? current : null}>
            <button
              type="button"
              class={stop === now ? "line now" : "line"}
              data-rove={stop === now ? "on" : ""}
              aria-current={stop === now ? "step" : undefined}
              onPointerMove={(event) => {
                // a list that scrolls under a still pointer is not pointed at
                const moved = event.movementX !== 0 || event.movementY !== 0;
                if (event.pointerType === "mouse" && moved) look(stop);
              }}
              onFocus={(event) => event.currentTarget.matches(":focus-visible") && look(stop)}
              onClick={() => {
                look(null);
                store.seek(stop);
              }}
            >
              <span class="n num">{stop}</span>
              {game.sign && <span class="sign">{sign}</span>}
              <span>{text || words.text("common.ui.beginning")}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The card or dish that a step is about, if it is about one. */
function subjectOf(frame: Frame | undefined): string {
  const { card, cards, dish, food } = frame?.captions[0]?.values ?? {};
  return String(card ?? (cards as string[] | undefined)?.[0] ?? dish ?? food ?? "");
}
