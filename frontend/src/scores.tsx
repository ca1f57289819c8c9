/** Each player's score and how it comes about, line by line. */
import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Score, ScoreLine } from "./contract";
import type { BoardProps, Game } from "./game";
import type { Words } from "./messages";
import { Button, Signed, Who } from "./parts";
import type { ViewState } from "./view";

interface ScoresProps {
  view: ViewState;
  game: Game;
  props: BoardProps;
}

export function Scores({ view, game, props }: ScoresProps) {
  const open = useMemo(() => signal(true), []);
  const words = view.store.words.value;
  const { you, players } = view.store.info.value;
  const frame = view.frame.value;
  const scores = frame?.scores;
  if (!frame || !scores) return null;
  return (
    <section class="players" aria-label={words.text("common.ui.players")}>
      <div class="panel-head">
        <h3>{words.text("common.ui.players")}</h3>
        {!game.Hand && (
          <Button
            class="small"
            aria-expanded={open.value ? "true" : "false"}
            onClick={() => {
              open.value = !open.value;
            }}
          >
            {words.text(open.value ? "common.ui.less" : "common.ui.more")}
          </Button>
        )}
      </div>
      <ul class="hands">
        {players.map((name, player) => {
          const score = scores[player] ?? null;
          const note = game.note?.(frame, player, words);
          const turn = !frame.over && frame.view.acting_players.includes(player);
          return (
            <li class={turn ? "hand is-turn" : "hand"} key={player} data-at={`:${player}`}>
              <div class="hand-h">
                <Who player={player} words={words} />
                <span class="name">{name}</span>
                {you.includes(player) && <small>{words.text("common.ui.you")}</small>}
                {turn && <small>{words.text("common.status.to_move")}</small>}
                {note && <small>{note}</small>}
                <Total score={score} words={words} />
              </div>
              {game.Hand && score ? (
                <game.Hand {...props} player={player} score={score} />
              ) : (
                open.value && score && <Lines score={score} words={words} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Total({ score, words }: { score: Score | null; words: Words }) {
  if (!score) return <small class="tot">{words.text("common.ui.hidden")}</small>;
  return (
    <span class="tot num">
      {score.total < 0 ? `−${-score.total}` : score.total}{" "}
      <small>{words.word("ui", "points", { n: score.total })}</small>
    </span>
  );
}

function Lines({ score, words }: { score: Score; words: Words }) {
  if (score.lines.length === 0) return null;
  return (
    <ul class="lines">
      {score.lines.map((line) => (
        <li key={`${line.label} ${line.key}`}>
          <span>{lineText(line, words)}</span>
          <Signed n={line.points} words={words} />
        </li>
      ))}
    </ul>
  );
}

/** How a line of a score comes about, in words. */
export function lineText(line: ScoreLine, words: Words): string {
  const values = { key: line.key, count: line.count, points: line.points, ...line.values };
  return line.label.includes(".")
    ? words.text(line.label, values)
    : words.word("line", line.label, values);
}
