/** The reader's own moves: buttons for the legal actions, undo, and why a button cannot be pressed now. */
import type { ComponentChildren } from "preact";
import type { LegalAction } from "./contract";
import type { Choices, Game } from "./game";
import type { Words } from "./messages";
import { Button, Group, Who } from "./parts";
import { useRoving } from "./roving";
import type { ViewState } from "./view";

const WHY = "mw-why";

interface ChoiceProps {
  action: LegalAction;
  choices: Choices;
  words: Words;
  class?: string;
  /** What stands on it, if not its name. */
  children?: ComponentChildren;
}

/** A legal action as a button; its name says all of it, also where a picture or a short word stands on it. */
export function Choice({ action, choices, words, class: look = "btn", children }: ChoiceProps) {
  const { notation, label } = action;
  const name = words.text(label.key, label.values);
  return (
    <button
      type="button"
      class={look}
      data-rove=""
      data-choice={notation}
      aria-disabled={choices.off ? "true" : undefined}
      aria-describedby={choices.off ? WHY : undefined}
      aria-label={children === undefined ? undefined : name}
      onClick={() => choices.off || choices.choose(notation)}
    >
      {children ?? name}
    </button>
  );
}

export function Actions({ view, game }: { view: ViewState; game: Game }) {
  const { store } = view;
  const words = store.words.value;
  const { you } = store.info.value;
  const roving = useRoving<HTMLDivElement>();
  const frames = store.frames.value ?? [];
  const frame = frames[store.last.value];
  const choices = view.choices.value;
  const players = [...new Set(choices.actions.map((action) => action.player))];
  const reason = view.hindrance.value;
  if (you.length === 0 || !frame) return null;
  const done = frames.some((one) => one.player !== null && you.includes(one.player));
  return (
    <section class="actions" aria-label={words.text("common.ui.actions")}>
      <div {...roving}>
        {players.map((player) => {
          const turn = words.text("common.status.your_turn", { p: player });
          const title = (
            <h3>
              <Who player={player} words={words} small />
              {turn}
              {game.playable && game.prompt && `: ${game.prompt(frame, words)}`}
            </h3>
          );
          return game.playable ? (
            <div class="choices" key={player}>
              {title}
            </div>
          ) : (
            <Group class="choices" key={player} aria-label={turn}>
              {title}
              {choices.actions
                .filter((action) => action.player === player)
                .map((action) => (
                  <Choice key={action.notation} action={action} choices={choices} words={words} />
                ))}
            </Group>
          );
        })}
        <div class="aside">
          {!view.open.value && !frame.over && store.index.value !== store.wall.value && (
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
              aria-describedby={reason ? WHY : undefined}
              onClick={() => view.choose("undo")}
            >
              {words.text("common.ui.undo")}
            </Button>
          )}
        </div>
      </div>
      {reason && (
        <p class="quiet-line" id={WHY}>
          {words.text(`common.error.${reason}`)}
        </p>
      )}
    </section>
  );
}
