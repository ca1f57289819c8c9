/** What a policy thinks each choice is worth, off until the reader asks: before a choice, or after it. */
import { Options } from "./branches";
import type { Frame, Hint, HintRow } from "./contract";
import type { IconName } from "./icons";
import type { Words } from "./messages";
import { Named } from "./odds";
import { Button } from "./parts";
import { useRoving } from "./roving";
import type { ViewState } from "./view";

/** All that can be asked of the step on screen. */
export function Advice({ view }: { view: ViewState }) {
  const { store } = view;
  const words = store.words.value;
  const roving = useRoving<HTMLDivElement>();
  const frame = view.frame.value as Frame;
  const before = store.frames.value?.[view.shown.value - 1];
  const { hint, why } = view;
  const python = !store.isStatic;
  const asked = store.wall.value === view.shown.value; // neither may answer an open question
  const canHint = python && !asked && frame.view.legal_actions.length > 0;
  const canWhy =
    python &&
    before?.view.legal_actions.some(
      ({ player, notation }) => player === frame.player && notation === frame.action,
    );
  const canBranch = store.canBranch && !asked && !frame.over;
  const count = store.hints.value.length;
  if (!canHint && !canWhy && !canBranch) return null;
  const off = view.hindrance.value !== null;
  const open = hint.value ?? why.value;
  /** What is open can always be put away. */
  const ask = (icon: IconName, key: string, shown: boolean, toggle: () => void, no = false) => (
    <Button
      class="small"
      icon={icon}
      rove
      off={!shown && no}
      aria-expanded={shown ? "true" : "false"}
      onClick={toggle}
    >
      {words.text(key)}
    </Button>
  );
  return (
    <section class="advice" aria-label={words.text("common.why.asks")}>
      <div class="asks" {...roving}>
        {canHint && ask("bulb", "common.ui.hint", !!hint.value, view.toggleHint, off)}
        {canWhy && ask("look", "common.why.ask", !!why.value, view.toggleWhy, off)}
        {canBranch &&
          ask("branch", "common.what_if.title", view.asking.value, () => {
            view.asking.value = !view.asking.value;
          })}
        {count > 0 && <span class="count">{words.text("common.why.asked", { n: count })}</span>}
      </div>
      {open && <Worth hint={open} words={words} />}
      {canBranch && view.asking.value && <Options view={view} frame={frame} />}
    </section>
  );
}

function Worth({ hint, words }: { hint: Hint; words: Words }) {
  const values = hint.rows.map((row) => row.value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const at = (value: number) => (100 * (value - low)) / (high - low || 1);
  const n = Math.max(0, ...hint.rows.map((row) => row.n ?? 0));
  const { verdict } = hint;
  return (
    <>
      {verdict && <p class="verdict">{verdictOf(hint, words)}</p>}
      <table class="bars worth">
        <caption>
          {words.text(verdict ? "common.why.title" : "common.ui.hint_title")}{" "}
          <small>
            {words.word("hint", hint.method, { p: hint.player, policy: hint.policy, n })}
          </small>
        </caption>
        <tbody>
          {hint.rows.map((row, i) => {
            const name = words.text(row.label.key, row.label.values);
            const [from, to] = [at(0), at(row.value)].sort((a, b) => a - b) as [number, number];
            const made = verdict?.made === i;
            return (
              <tr key={name} class={made ? "made" : undefined}>
                <Named
                  sign={undefined}
                  name={made ? `✓ ${name} (${words.text("common.why.made")})` : name}
                />
                <td class="bar" aria-hidden="true">
                  <i
                    class={row.value < 0 ? "below" : ""}
                    style={{ width: `${to - from}%`, marginInlineStart: `${from}%` }}
                  />
                </td>
                <td class="num val">{worth(row, words)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {verdict && <p class="quiet-line">{words.text("common.why.luck", { p: hint.player })}</p>}
    </>
  );
}

/** One sentence on the choice that was made. */
function verdictOf({ rows, player, verdict }: Hint, words: Words): string {
  const { kind, rival, difference, standard_error } = verdict as NonNullable<Hint["verdict"]>;
  const best = rows[rival ?? -1]?.label;
  const how = kind === "better" && standard_error !== null ? "_estimate" : "";
  return words.text(`common.why.${kind}${how}`, {
    p: player,
    best: best ? words.text("common.why.quoted", { text: words.text(best.key, best.values) }) : "",
    difference,
    error: standard_error,
  });
}

/** A fraction of more characters says less than its value. */
const LONG = 11;

/** "7/3 (≈ 2.33)" where it is exact, "−1.19 ± 0.44" where it is estimated. */
function worth({ value, exact, standard_error }: HintRow, words: Words): string {
  const shown = words.decimal(value);
  if (standard_error !== null) return `${shown} ± ${words.decimal(standard_error)}`;
  const { numerator, denominator } = exact as NonNullable<HintRow["exact"]>;
  const rounded = (BigInt(numerator) * 100n) % BigInt(denominator) !== 0n;
  const fraction = `${numerator.replace("-", "−")}/${denominator}`;
  if (denominator === "1") return shown;
  return fraction.length > LONG ? `≈ ${shown}` : `${fraction} (${rounded ? "≈ " : ""}${shown})`;
}
