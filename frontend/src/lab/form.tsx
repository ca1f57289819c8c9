/** What is asked: chosen here, and put to Python when Run is pressed. */
import { useEffect, useId, useState } from "preact/hooks";
import type { LabQuestion } from "../contract";
import { Button } from "../parts";
import type { LabStore } from "./store";
import { paceOf } from "./telling";

const MOST = 1e9;
/** The policies that were given in Python, one for each seat. */
const OWN = "";

interface Draft {
  game: string;
  statistic: string;
  players: number;
  policy: string;
  n: string;
  seed: string;
}

const draftOf = ({ game, statistic, players, policies, n, seed }: LabQuestion): Draft => ({
  game,
  statistic,
  players,
  policy: new Set(policies).size === 1 ? (policies[0] as string) : OWN,
  n: String(n),
  seed,
});

/** What was typed as a whole number, with or without marks between the thousands; null if it is none in range. */
function wholeOf(text: string): number | null {
  const digits = text.replace(/[\s.,]/g, "");
  const n = Number(digits);
  return /^\d{1,10}$/.test(digits) && n >= 1 && n <= MOST ? n : null;
}

const isSeed = (text: string) => /^-?\d{1,40}$/.test(text.trim());

export function Form({ store, question }: { store: LabStore; question: LabQuestion }) {
  const words = store.words.value;
  const id = useId();
  const asked = draftOf(question);
  const key = JSON.stringify(question);
  const [draft, setDraft] = useState(asked);
  // a question that is asked elsewhere is shown here
  useEffect(() => setDraft(draftOf(JSON.parse(key))), [key]);
  const choices = store.choices.value.find(({ name }) => name === draft.game);
  if (!choices) return null;
  const n = wholeOf(draft.n);
  const set = (more: Partial<Draft>) => setDraft({ ...draft, ...more });
  const setGame = (game: string) => {
    const there = store.choices.value.find(({ name }) => name === game);
    if (!there) return;
    const kept = (one: string, all: string[]) => (all.includes(one) ? one : (all[0] as string));
    set({
      game,
      statistic: kept(draft.statistic, there.statistics),
      players: there.players.includes(draft.players)
        ? draft.players
        : Math.min(4, Math.max(...there.players)),
      policy: kept(draft.policy, there.policies),
    });
  };
  const changed = (Object.keys(asked) as (keyof Draft)[]).some((name) =>
    name === "n" ? n !== question.n : draft[name] !== asked[name],
  );
  const { done } = store.result.value;
  const running = store.running.value;
  const rate = store.rate.value;
  const waiting = store.acting.pending.value !== null;
  const over = done >= question.n;
  const off = store.isStatic || waiting;
  const canRun = !off && n !== null && isSeed(draft.seed) && (changed || !(running || over));
  const run = () => {
    if (!canRun) return;
    const { game, statistic, players, policy } = draft;
    const policies = policy === OWN ? question.policies : Array(players).fill(policy);
    const seed = BigInt(draft.seed.trim()).toString();
    const options = question.options;
    store.run(
      changed ? { game, statistic, players, policies, n: n as number, seed, options } : null,
    );
  };
  const own = asked.policy === OWN && draft.game === asked.game && draft.players === asked.players;
  const note = store.isStatic
    ? "static"
    : changed && done > 0
      ? "changed"
      : over && !running
        ? "over"
        : null;
  const field = (name: string, wide: boolean, control: preact.ComponentChild) => (
    <div class={wide ? "field wide" : "field"}>
      <label for={`${id}-${name}`}>{words.text(`lab.ui.${name}`)}</label>
      {control}
    </div>
  );
  const select = (
    name: keyof Draft,
    options: [string, string][],
    choose: (value: string) => void,
  ) => (
    <select
      id={`${id}-${name}`}
      disabled={store.isStatic}
      value={String(draft[name])}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value} selected={value === String(draft[name])}>
          {text}
        </option>
      ))}
    </select>
  );
  const input = (name: "n" | "seed", wrong: boolean) => (
    <>
      <input
        id={`${id}-${name}`}
        class="num"
        inputMode="numeric"
        autocomplete="off"
        disabled={store.isStatic}
        value={draft[name]}
        aria-invalid={wrong ? "true" : undefined}
        aria-describedby={wrong ? `${id}-${name}-wrong` : undefined}
        onInput={({ currentTarget }) => set({ [name]: currentTarget.value })}
      />
    </>
  );
  const wrong = (name: "n" | "seed", text: string) => (
    <p class="wrong" id={`${id}-${name}-wrong`} role="alert">
      {text}
    </p>
  );
  const words_of = (group: string, names: string[]): [string, string][] =>
    names.map((name) => [name, words.text(`${draft.game}.${group}.${name}`)]);
  const options = Object.entries(question.options).map(([name, value]) => `${name} = ${value}`);
  return (
    <form
      class="setup"
      aria-label={words.text("lab.ui.form")}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <div class="fields">
        {field(
          "game",
          false,
          select(
            "game",
            store.choices.value.map(({ name }) => [name, words.text(`${name}.ui.title`)]),
            setGame,
          ),
        )}
        {field(
          "players",
          false,
          select(
            "players",
            choices.players.map((one) => [String(one), String(one)]),
            (players) =>
              set({
                players: Number(players),
                policy: draft.policy === OWN ? (choices.policies[0] as string) : draft.policy,
              }),
          ),
        )}
        {field(
          "statistic",
          true,
          select("statistic", words_of("statistic", choices.statistics), (statistic) =>
            set({ statistic }),
          ),
        )}
        {field(
          "policy",
          true,
          select(
            "policy",
            [
              ...(own ? ([[OWN, words.text("lab.ui.own_policies")]] as [string, string][]) : []),
              ...words_of("policy", choices.policies),
            ],
            (policy) => set({ policy }),
          ),
        )}
        {field("n", false, input("n", n === null))}
        {field("seed", false, input("seed", !isSeed(draft.seed)))}
      </div>
      {n === null && wrong("n", words.text("lab.reason.bad_number", { most: words.grouped(MOST) }))}
      {!isSeed(draft.seed) && wrong("seed", words.text("lab.reason.bad_seed"))}
      {options.length > 0 && draft.game === question.game && (
        <p class="quiet-line">{words.text("lab.ui.options", { options: options.join(", ") })}</p>
      )}
      <div class="doing">
        <Button
          type="submit"
          class={running && !changed ? "" : "primary"}
          icon="play"
          off={!canRun}
        >
          {words.text(`lab.ui.${!changed && done > 0 && !over && !running ? "go_on" : "run"}`)}
        </Button>
        <Button
          class={running && !changed ? "primary" : ""}
          icon="pause"
          off={off || !running}
          onClick={() => store.stop()}
        >
          {words.text("lab.ui.stop")}
        </Button>
        <Button icon="undo" off={off || done === 0} onClick={() => store.clear()}>
          {words.text("lab.ui.clear")}
        </Button>
        {note ? (
          <p class="quiet-line">{words.text(`lab.tell.${note}`)}</p>
        ) : (
          running && rate && <p class="quiet-line num">{paceOf(words, rate, question.n - done)}</p>
        )}
      </div>
    </form>
  );
}
