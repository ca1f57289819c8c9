/** What if? The lines of play, what else could have been done at a step, and two lines beside each other. */
import type { Comparison, Frame, Line, Worth } from "./contract";
import { CHANCE } from "./contract";
import { Icon } from "./icons";
import { colourOf, find, GAME, nameOf } from "./lines";
import type { Words } from "./messages";
import { Note } from "./notices";
import { Button, Group, Who } from "./parts";
import { useRoving } from "./roving";
import type { ViewState } from "./view";

/** The letter of a branch, in its colour. */
export const Badge = ({ id }: { id: string }) => (
  <b class="line-badge" style={{ "--line": colourOf(id) }}>
    <Icon name="branch" />
    {id}
  </b>
);

/** Which line is on screen, and the way to the others; nothing while there is only the game. */
export function Lines({ view }: { view: ViewState }) {
  const { store } = view;
  const words = store.words.value;
  const roving = useRoving<HTMLFieldSetElement>();
  const lines = store.lines.value;
  const shown = find(lines, store.line.value);
  if (lines.length === 0) return null;
  const say = (name: string, values = {}) => words.text(`common.what_if.${name}`, values);
  return (
    <Group class="mw-lines" aria-label={say("lines")} {...roving}>
      <Button
        class="small"
        rove={shown ? true : "on"}
        {...(shown ? { icon: "undo" } : {})}
        aria-pressed={shown ? "false" : "true"}
        onClick={() => store.leave()}
      >
        {say(shown ? "back" : "game")}
      </Button>
      {lines.map((line) => (
        <Button
          key={line.id}
          class="small"
          rove={line === shown ? "on" : true}
          aria-pressed={line === shown ? "true" : "false"}
          aria-label={nameOf(line, words)}
          title={nameOf(line, words)}
          onClick={() => line !== shown && store.enter(line)}
        >
          <Badge id={line.id} />
        </Button>
      ))}
      {shown && (
        <>
          <span class="line-name">
            <span class="from">
              {say("from", { step: shown.step })}
              {shown.parent !== GAME && ` (${shown.parent})`}
            </span>
            {nameOf(shown, words)}
          </span>
          {!store.isStatic && (
            <Button
              class="small quiet"
              icon="close"
              rove
              off={view.hindrance.value !== null}
              title={say("remove", { id: shown.id })}
              aria-label={say("remove", { id: shown.id })}
              onClick={() => store.inquire("remove", store.index.value)}
            />
          )}
        </>
      )}
    </Group>
  );
}

/** Branches that a new choice, or one taken back, has made senseless. */
export function Removed({ view: { store } }: { view: ViewState }) {
  const words = store.words.value;
  const gone = store.gone.value;
  if (gone.length === 0) return null;
  const text = words.text(`common.what_if.removed${gone.length > 1 ? "_many" : ""}`, {
    ids: words.join(gone),
  });
  return <Note look="warn" icon="branch" title={text} />;
}

/** What else could have been done at the step on screen: each is a button that makes a branch. */
export function Options({ view, frame }: { view: ViewState; frame: Frame }) {
  const { store } = view;
  const words = store.words.value;
  const roving = useRoving<HTMLDivElement>();
  const say = (name: string, values = {}) => words.text(`common.what_if.${name}`, values);
  if (store.isStatic) return <p class="quiet-line">{say("no_python")}</p>;
  const made = store.frames.value?.[view.shown.value + 1]?.action ?? null;
  const off = view.hindrance.value !== null;
  const option = (notation: string | null, name: string) => (
    <Button
      key={notation ?? ""}
      class="small"
      rove
      off={off}
      onClick={({ currentTarget }) => {
        store.inquire("branch", view.shown.value, notation);
        // the list goes, so that both lines can be seen; the focus stays with what opened it
        const asks = currentTarget.closest(".advice")?.querySelectorAll<HTMLElement>(".asks .btn");
        [...(asks ?? [])].at(-1)?.focus();
        view.asking.value = false;
      }}
    >
      {notation !== null && notation === made ? `${name} (${say("again")})` : name}
    </Button>
  );
  const legal = frame.view.legal_actions;
  const players = [...new Set(legal.map((action) => action.player))];
  const outcomes = (frame.odds ?? []).flatMap(({ rows }) =>
    rows.flatMap(({ action, label }) => (action ? [[action, label] as const] : [])),
  );
  const chance = frame.view.acting_players.includes(CHANCE);
  return (
    <div class="options" {...roving}>
      <p>{say("ask", { step: view.shown.value })}</p>
      {players.map((player) => (
        <Group key={player} aria-label={say("of", { p: player })}>
          <h4>
            <Who player={player} words={words} small />
            {say("of", { p: player })}
          </h4>
          {legal
            .filter((action) => action.player === player)
            .map(({ notation, label }) => option(notation, words.text(label.key, label.values)))}
        </Group>
      ))}
      {(chance || players.length === 0) && (
        <Group aria-label={say("chance")}>
          {outcomes.length > 0 && <h4>{say("chance")}</h4>}
          {outcomes.map(([notation, label]) =>
            option(notation, words.text(label.key, label.values)),
          )}
          {option(null, say("fresh"))}
        </Group>
      )}
      <p class="quiet-line">{say("assumes")}</p>
    </div>
  );
}

/** The branch on screen beside the line it leaves: how they end, and what each is worth from the choice on. */
export function Both({ view }: { view: ViewState }) {
  const { store } = view;
  const words = store.words.value;
  const line = find(store.lines.value, store.line.value);
  if (!line) return null;
  const compared = store.compared.value.find((one) => one.line === line.id);
  const say = (name: string, values = {}) => words.text(`common.both.${name}`, values);
  const ends = [store.lastOf(line.parent), store.lastOf(line.id)] as [Frame, Frame];
  const over = ends.every((frame) => frame.over);
  const worth = compared?.branch.length ? compared : null;
  const points = (frame: Frame, player: number) => {
    const score = frame.scores?.[player];
    return score ? words.signed(score.total).replace("+", "") : words.text("common.ui.hidden");
  };
  return (
    <section class="both" aria-label={say("title")}>
      <h3>{say("title")}</h3>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">
              {line.parent === GAME ? (
                words.text("common.what_if.game")
              ) : (
                <Badge id={line.parent} />
              )}
            </th>
            <th scope="col">
              <Badge id={line.id} />
            </th>
          </tr>
        </thead>
        <tbody>
          <Title text={say(over ? "end" : "now")} />
          {store.info.value.players.map((name, player) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {ends.map((frame) => (
                <td key={frame === ends[0]} class="num">
                  {points(frame, player)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {worth && (
          <tbody>
            <Title
              text={`${say(worth.statistic)}, ${say(worth.chosen ? "after" : "open", {
                step: line.step + (worth.chosen ? 1 : 0),
              })}`}
            />
            {store.info.value.players.map((name, player) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {[worth.parent[player], worth.branch[player]].map((one, i) => (
                  <td key={String(i)} class={one?.exact ? "num" : "num unbroken"}>
                    {one && shownOf(one, worth.statistic, words)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
      </table>
      <Course view={view} compared={compared} />
      {worth && <p class="quiet-line">{say("luck")}</p>}
      {line.redealt && <p class="quiet-line">{words.text("common.what_if.redealt")}</p>}
    </section>
  );
}

const Title = ({ text }: { text: string }) => (
  <tr>
    <th scope="rowgroup" colSpan={3}>
      {text}
    </th>
  </tr>
);

/** How the chances were found, or how far that has got. */
function Course({ view, compared }: { view: ViewState; compared: Comparison | undefined }) {
  const { store } = view;
  const words = store.words.value;
  const { done = 0, n = 0, running = false } = compared ?? {};
  const say = (name: string) => words.text(`common.both.${name}`, { n: done, of: n });
  const rests = !store.isStatic && !running && (!compared || done < n);
  return (
    <>
      {compared && !running && (n === 0 || done > 1) && (
        <p class="quiet-line">{say(n === 0 ? "exact" : "estimate")}</p>
      )}
      {running && (
        <p class="quiet-line">
          {say("wait")}{" "}
          <progress value={done} max={n} aria-label={words.text("common.both.winner")} />
        </p>
      )}
      {rests && (
        <Button
          class="small"
          off={view.hindrance.value !== null}
          onClick={() => store.inquire("compare", store.index.value)}
        >
          {say(done ? "go_on" : "ask")}
        </Button>
      )}
    </>
  );
}

/** A fraction of more characters says less than its value. */
const LONG = 9;

/** "3/8 (37.5%)", "25.3% ± 2.2", or points "7.25 ± 0.31". */
function shownOf({ value, exact, standard_error }: Worth, statistic: string, words: Words): string {
  if (statistic !== "winner") {
    const mean = words.decimal(value);
    return standard_error === null ? mean : `${mean} ± ${words.decimal(standard_error)}`;
  }
  if (exact) {
    const [fraction, percent] = words.ratio(exact.numerator, exact.denominator);
    return fraction.length > LONG || fraction.length < 2 ? percent : `${fraction} (${percent})`;
  }
  // an error of 0 would promise too much: it says only that all those games went alike
  if (standard_error === 0 && (value === 0 || value === 1))
    return words.text(`common.both.${value ? "all" : "none"}`);
  const percent = words.text("common.format.percent", { n: oneDecimal(100 * value, words) });
  return standard_error === null
    ? percent
    : `${percent} ± ${oneDecimal(100 * standard_error, words)}`;
}

const oneDecimal = (n: number, words: Words): string =>
  n.toFixed(1).replace(".", words.text("common.format.decimal"));

/** What is said of the line on screen when it comes there, and at each step of a branch. */
export function saidOf(line: Line | undefined, words: Words, came: boolean, text: string): string {
  const say = (name: string, values = {}) => words.text(`common.what_if.${name}`, values);
  if (!line) return came ? say("said_game", { text }) : text;
  return came ? `${nameOf(line, words)} ${text}` : say("said", { id: line.id, text });
}
