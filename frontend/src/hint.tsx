/** A hint: what a policy thinks each choice is worth, off until the reader asks for it. */
import type { Hint, HintRow } from "./contract";
import type { Words } from "./messages";
import { Named } from "./odds";
import { Button } from "./parts";
import type { ViewState } from "./view";

export function Advice({ view }: { view: ViewState }) {
  const { store } = view;
  const words = store.words.value;
  const hint = view.hint.value;
  const asked = view.frame.value?.view.legal_actions.length;
  if (!asked || store.isStatic) return null;
  return (
    <section class="advice" aria-label={words.text("common.ui.hint")}>
      <Button
        class="small"
        icon="bulb"
        off={!hint && view.hindrance.value !== null}
        aria-expanded={hint ? "true" : "false"}
        onClick={view.toggleHint}
      >
        {words.text("common.ui.hint")}
      </Button>
      {hint && <Worth hint={hint} words={words} />}
    </section>
  );
}

function Worth({ hint, words }: { hint: Hint; words: Words }) {
  const values = hint.rows.map((row) => row.value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const at = (value: number) => (100 * (value - low)) / (high - low || 1);
  const n = Math.max(0, ...hint.rows.map((row) => row.n ?? 0));
  return (
    <table class="bars worth">
      <caption>
        {words.text("common.ui.hint_title")}{" "}
        <small>{words.word("hint", hint.method, { p: hint.player, policy: hint.policy, n })}</small>
      </caption>
      <tbody>
        {hint.rows.map((row) => {
          const name = words.text(row.label.key, row.label.values);
          const [from, to] = [at(0), at(row.value)].sort((a, b) => a - b) as [number, number];
          return (
            <tr key={name}>
              <Named sign={undefined} name={name} />
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
  );
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
