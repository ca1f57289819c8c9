/** The reader's own moves: buttons for the legal actions, undo, and why a button cannot be pressed now. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { LegalAction } from "./contract";
import { Button, Group, Who } from "./parts";
import { useRoving } from "./roving";
import type { ViewState } from "./view";

export function Actions({ view }: { view: ViewState }) {
  const { store } = view;
  const words = store.words.value;
  const { you } = store.info.value;
  const roving = useRoving<HTMLDivElement>();
  const box = useRef<HTMLElement>(null);
  const held = useRef(false);
  const frames = store.frames.value ?? [];
  const frame = frames[store.last.value];
  const open = store.newest.value && store.running.value === null && !view.previewing.value;
  const mine =
    (open && frame?.view.legal_actions.filter((action) => you.includes(action.player))) || [];
  const players = [...new Set(mine.map((action) => action.player))];

  // A pressed button goes away with its step: keep the focus here, and give it to the next choice.
  useLayoutEffect(() => {
    if (!held.current || !box.current) return;
    const root = box.current.getRootNode() as ShadowRoot;
    const lost =
      root.activeElement === null && (!root.host || document.activeElement === document.body);
    if (!lost && root.activeElement !== box.current) {
      held.current = box.current.contains(root.activeElement);
      return;
    }
    const choice = box.current.querySelector<HTMLElement>(".choices [data-rove]");
    (choice ?? box.current).focus({ preventScroll: true });
  });

  if (you.length === 0 || !frame) return null;
  const reason = store.isStatic
    ? "no_python"
    : store.acting.gone.value
      ? "gone_short"
      : store.acting.pending.value
        ? "waiting"
        : null;
  const done = frames.some((one) => one.player !== null && you.includes(one.player));
  const why = reason ? "mw-why" : undefined;
  const choose = (action: string) => {
    held.current = true;
    store.choose(action);
  };
  const button = (action: LegalAction) => (
    <Button
      key={`${action.player} ${action.notation}`}
      rove
      off={reason !== null}
      aria-describedby={why}
      onClick={() => choose(action.notation)}
    >
      {words.text(action.label.key, action.label.values)}
    </Button>
  );
  return (
    <section class="actions" ref={box} tabIndex={-1} aria-label={words.text("common.ui.actions")}>
      <div {...roving}>
        {players.map((player) => (
          <Group
            class="choices"
            key={player}
            aria-label={words.text("common.status.your_turn", { p: player })}
          >
            <h3>
              <Who player={player} words={words} small />
              {words.text("common.status.your_turn", { p: player })}
            </h3>
            {mine.filter((action) => action.player === player).map(button)}
          </Group>
        ))}
        <div class="aside">
          {!open && !frame.over && (
            <Button class="small" icon="last" rove onClick={() => store.seek(store.last.value)}>
              {words.text("common.ui.to_newest")}
            </Button>
          )}
          {done && (
            <Button
              class="small"
              icon="undo"
              rove
              off={reason !== null}
              aria-describedby={why}
              onClick={() => choose("undo")}
            >
              {words.text("common.ui.undo")}
            </Button>
          )}
        </div>
      </div>
      {reason && (
        <p class="quiet-line" id="mw-why">
          {words.text(`common.error.${reason}`)}
        </p>
      )}
    </section>
  );
}
