/**
 * Judging in a page without Python, where one practises: the same verdicts as monster_widgets/lessons/keys.py and
 * judging.py give (tests/lessons/judged.json holds both to them). With Python, Python judges, and no key is here.
 */
import type { QuizKey, QuizVerdict, QuizWrong, Text } from "../contract";
import { type Answer, ONE, Ratio, read, ZERO } from "./numbers";

export type Given = string | string[];

const COARSE = new Ratio(1n, 12n);
const COARSE_CHANCE = new Ratio(1n, 100n);

const verdict = (
  right: boolean | null,
  reason: string,
  values: Record<string, Text> = {},
): QuizVerdict => ({ right, key: `quiz.verdict.${reason}`, values, shown: null, more: null });

export function judge(key: QuizKey, given: Given): QuizVerdict {
  if (key.kind === "number") return judgeNumber(key, String(given));
  if (key.kind === "order") return judgeOrder(key, given as string[]);
  const right = (key.right[0] as string[]).includes(given as string);
  return said(
    key,
    right,
    key.wrong.find((one) => one.given === given),
  );
}

/** Why a number cannot be read, or null if it can. */
export function unreadable(text: string, chance: boolean): QuizVerdict | null {
  const answer = read(text);
  if (typeof answer !== "string") return null;
  return verdict(null, answer === "no_number" && !chance ? "no_plain_number" : answer);
}

function judgeNumber(key: QuizKey, text: string): QuizVerdict {
  const problem = unreadable(text, key.chance);
  if (problem) return problem;
  const answer = read(text) as Answer;
  const { value, tolerance, percent } = answer;
  const exact = Ratio.of(key.right[0]?.[0] as string);
  const isAbout = (one: Ratio) => value.minus(one).abs.compare(tolerance) <= 0;
  const same = (one: Ratio) => value.compare(one) === 0;
  if (percent && !key.chance) return verdict(null, "no_percent");
  if (key.chance && (value.compare(ZERO) < 0 || value.compare(ONE) > 0)) {
    const maybe = !percent && value.compare(ONE) > 0 && value.compare(new Ratio(100n)) <= 0;
    return maybe ? verdict(null, "percent") : verdict(false, "range");
  }
  const unsure =
    tolerance.compare(value.abs.times(COARSE)) > 0 ||
    (key.chance && tolerance.compare(COARSE_CHANCE) > 0);
  const mistakes = key.wrong.map((one) => ({ at: Ratio.of(one.given), one }));
  const meant = mistakes.find(({ at }) => same(at))?.one;
  let near = mistakes.filter(({ at }) => isAbout(at));
  if (isAbout(exact)) {
    if (same(exact) || !(unsure || near.length)) return said(key, true);
    if (!meant) return verdict(null, "digits");
    const written = value.toString();
    return verdict(null, "digits_or", {
      answer: { en: written, es: written },
      why: meant.feedback,
    });
  }
  // the exact number cut off instead of rounded
  const missing = exact.abs.minus(value.abs);
  if (
    value.times(exact).compare(ZERO) >= 0 &&
    missing.compare(ZERO) > 0 &&
    missing.compare(tolerance.plus(tolerance)) < 0
  )
    return verdict(null, "cut");
  if (unsure && !meant) near = [];
  const away = ({ at }: { at: Ratio }) => at.minus(value).abs;
  const nearest = near.reduce<(typeof near)[number] | undefined>(
    (best, one) => (best && away(best).compare(away(one)) <= 0 ? best : one),
    undefined,
  );
  return said(key, false, nearest?.one);
}

function judgeOrder(key: QuizKey, given: string[]): QuizVerdict {
  const right = inOrder(key.right, given);
  const reversed =
    !right && key.right.length > 1 && inOrder([...key.right].reverse(), given) && "reversed";
  return said(
    key,
    right,
    key.wrong.find((one) => one.given === (reversed || `first ${given[0]}`)),
  );
}

function inOrder(groups: string[][], given: string[]): boolean {
  let at = 0;
  for (const ids of groups) {
    const here = new Set(given.slice(at, at + ids.length));
    if (here.size !== ids.length || !ids.every((id) => here.has(id))) return false;
    at += ids.length;
  }
  return at === given.length;
}

function said(key: QuizKey, right: boolean, mistake?: QuizWrong): QuizVerdict {
  if (right) return verdict(true, "right", { answer: key.shown });
  return mistake
    ? verdict(false, "not_yet_why", { why: mistake.feedback })
    : verdict(false, "not_yet");
}
