/** What is asked: chosen here, and put to Python when Run is pressed. */
import { useEffect, useId, useState } from "preact/hooks";
import type { LabGame, LabQuestion } from "../contract";
import { Button } from "../parts";
import type { LabStore } from "./store";
import { paceOf } from "./telling";

const MOST = 1e9;
/** The policies that were given in Python, one for each seat. */
const OWN = "";

/** A question as it stands in the form: numbers are what was typed. */
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
  // 1.5 is no 15: a mark stands before three digits
  if (!/^(\d+|\d{1,3}([\s.,]\d{3})+)$/.test(text.trim())) return null;
  const n = Number(text.replace(/[\s.,]/g, ""));
  return n >= 1 && n <= MOST ? n : null;
}

const isSeed = (text: string) => /^-?\d{1,40}$/.test(text.trim());

/** The question of a form; null while a number in it is none. */
function questionIn(draft: Draft, asked: LabQuestion): LabQuestion | null {
  const n = wholeOf(draft.n);
  if (n === null || !isSeed(draft.seed)) return null;
  const { game, statistic, players, policy } = draft;
  return {
    game,
    statistic,
    players,
    policies: policy === OWN ? asked.policies : Array(players).fill(policy),
    n,
    seed: BigInt(draft.seed.trim()).toString(),
    options: game === asked.game ? asked.options : {},
  };
}

/** The draft for another game keeps what that game has, too. */
function moved(draft: Draft, { name, players, statistics, policies }: LabGame): Draft {
  const kept = (one: string, all: string[]) => (all.includes(one) ? one : (all[0] as string));
  const there = players.includes(draft.players);
  return {
    ...draft,
    game: name,
    statistic: kept(draft.statistic, statistics),
    players: there ? draft.players : Math.min(4, Math.max(...players)),
    policy: kept(draft.policy, policies),
  };
}

export function Form({ store, asked }: { store: LabStore; asked: LabQuestion }) {
  const words = store.words.value;
  const id = useId();
  const key = JSON.stringify(asked);
  const [draft, setDraft] = useState(draftOf(asked));
  // a question that is asked elsewhere is shown here
  useEffect(() => setDraft(draftOf(JSON.parse(key))), [key]);
  const games = store.choices.value;
  const choices = games.find(({ name }) => name === draft.game);
  if (!choices) return null;

  const question = questionIn(draft, asked);
  const changed = JSON.stringify(question) !== JSON.stringify(questionIn(draftOf(asked), asked));
  const { done } = store.result.value;
  const running = store.running.value;
  const rate = store.rate.value;
  const over = done >= asked.n;
  const off = store.isStatic || store.acting.pending.value !== null;
  const canRun = !off && question !== null && (changed || !(running || over));
  const goesOn = !changed && done > 0 && !over && !running;

  const set = (more: Partial<Draft>) => setDraft({ ...draft, ...more });
  const named = (group: string, names: string[]): Option[] =>
    names.map((name) => [name, words.text(`${draft.game}.${group}.${name}`)]);
  const given = new Set(asked.policies).size > 1;
  const own = given && draft.game === asked.game && draft.players === asked.players;
  const options = Object.entries(asked.options).map(([name, value]) => `${name} = ${value}`);
  const about = (name: keyof Draft) => ({
    id: `${id}-${name}`,
    name,
    label: words.text(`lab.ui.${name}`),
    value: String(draft[name]),
    off: store.isStatic,
  });
  return (
    <form
      class="setup"
      aria-label={words.text("lab.ui.form")}
      onSubmit={(event) => {
        event.preventDefault();
        if (canRun) store.run(changed ? question : null);
      }}
    >
      <div class="fields">
        <Select
          {...about("game")}
          options={games.map(({ name }) => [name, words.text(`${name}.ui.title`)])}
          choose={(game) =>
            setDraft(moved(draft, games.find(({ name }) => name === game) ?? choices))
          }
        />
        <Select
          {...about("players")}
          options={choices.players.map((n) => [String(n), String(n)])}
          choose={(players) =>
            set({
              players: Number(players),
              policy: draft.policy || (choices.policies[0] as string),
            })
          }
        />
        <Select
          {...about("statistic")}
          options={named("statistic", choices.statistics)}
          choose={(statistic) => set({ statistic })}
        />
        <Select
          {...about("policy")}
          options={[
            ...(own ? [[OWN, words.text("lab.ui.own_policies")] as Option] : []),
            ...named("policy", choices.policies),
          ]}
          choose={(policy) => set({ policy })}
        />
        <Typed {...about("n")} right={wholeOf(draft.n) !== null} type={(n) => set({ n })} />
        <Typed {...about("seed")} right={isSeed(draft.seed)} type={(seed) => set({ seed })} />
      </div>
      {wholeOf(draft.n) === null && (
        <p class="wrong" id={`${id}-n-wrong`} role="alert">
          {words.text("lab.reason.bad_number", { most: words.grouped(MOST) })}
        </p>
      )}
      {!isSeed(draft.seed) && (
        <p class="wrong" id={`${id}-seed-wrong`} role="alert">
          {words.text("lab.reason.bad_seed")}
        </p>
      )}
      {options.length > 0 && draft.game === asked.game && (
        <p class="quiet-line">{words.text("lab.ui.options", { options: options.join(", ") })}</p>
      )}
      <div class="doing">
        <Button
          type="submit"
          class={running && !changed ? "" : "primary"}
          icon="play"
          off={!canRun}
        >
          {words.text(`lab.ui.${goesOn ? "go_on" : "run"}`)}
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
        <p class="quiet-line num">
          {store.isStatic
            ? words.text("lab.tell.static")
            : changed
              ? done > 0 && words.text("lab.tell.changed")
              : running
                ? rate !== null && paceOf(words, rate, asked.n - done)
                : over && words.text("lab.tell.over")}
        </p>
      </div>
    </form>
  );
}

type Option = [value: string, text: string];

interface FieldProps {
  id: string;
  name: string;
  label: string;
  value: string;
  off: boolean;
}

function Select({
  id,
  name,
  label,
  value,
  off,
  options,
  choose,
}: FieldProps & { options: Option[]; choose: (value: string) => void }) {
  return (
    <div class={`field of-${name}`}>
      <label for={id}>{label}</label>
      <select id={id} disabled={off} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one} selected={one === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function Typed({
  id,
  name,
  label,
  value,
  off,
  right,
  type,
}: FieldProps & { right: boolean; type: (value: string) => void }) {
  return (
    <div class={`field of-${name}`}>
      <label for={id}>{label}</label>
      <input
        id={id}
        class="num"
        inputMode="numeric"
        autocomplete="off"
        disabled={off}
        value={value}
        aria-invalid={right ? undefined : "true"}
        aria-describedby={right ? undefined : `${id}-wrong`}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
    </div>
  );
}
