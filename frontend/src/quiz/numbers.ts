/**
 * Numbers as learners write them: fractions, decimals and percents, read without rounding.
 * The Python twin is monster_widgets/lessons/answers.py; one set of cases holds both to the same (tests/lessons/judged.json).
 */

/** An exact fraction; the number below the line is positive. */
export class Ratio {
  constructor(
    readonly n: bigint,
    readonly d = 1n,
  ) {}

  static of(text: string): Ratio {
    const [n = "0", d = "1"] = text.split("/");
    return new Ratio(BigInt(n), BigInt(d));
  }
  plus(other: Ratio): Ratio {
    return new Ratio(this.n * other.d + other.n * this.d, this.d * other.d);
  }
  minus(other: Ratio): Ratio {
    return this.plus(new Ratio(-other.n, other.d));
  }
  times(other: Ratio): Ratio {
    return new Ratio(this.n * other.n, this.d * other.d);
  }
  get abs(): Ratio {
    return this.n < 0n ? new Ratio(-this.n, this.d) : this;
  }
  /** Below, equal or above: a negative number, 0, a positive one. */
  compare(other: Ratio): number {
    const difference = this.n * other.d - other.n * this.d;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  get reduced(): Ratio {
    let [a, b] = [this.abs.n, this.d];
    while (b) [a, b] = [b, a % b];
    return a ? new Ratio(this.n / a, this.d / a) : this;
  }
  toString(): string {
    const { n, d } = this.reduced;
    return d === 1n ? `${n}` : `${n}/${d}`;
  }
}

export const ZERO = new Ratio(0n);
export const ONE = new Ratio(1n);

/** A number, and how far from it the exact one may lie: half a unit of the last digit given. */
export interface Answer {
  value: Ratio;
  tolerance: Ratio;
  percent: boolean;
}

const NUMBER = String.raw`[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)`;
const PERCENT = new RegExp(String.raw`^(${NUMBER})\s*(?:%|per ?cent|por ciento)$`, "i");
const FRACTION = /^([+-]?\d+)\s*(?:\/|out of|of|in|de cada|de|sobre)\s*(\d+)$/i;
const RATIO = /^\d+\s*:\s*\d+$/;
const UNIT = /(?<=\d)\s+\p{L}+$/u;
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;
const LONGEST = 100;
const HIGHEST = 30;

/** A text in plain signs, without what may stand around an answer: "≈ ½." is 1/2. */
export const tidy = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\u2212/g, "-")
    .replace(/[⁄∕÷]/g, "/")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, (c) => (/\s/.test(c) ? c : ""))
    .trim()
    .replace(/\s*\(≈.*\)/, "")
    .replace(/^[≈~=(\s"'`]+|[).\s"'`]+$/g, "");

/** The number that was typed, or why it is none: a key of quiz.verdict. */
export function read(text: string): Answer | string {
  if (text.length > LONGEST) return "no_number";
  let plain = tidy(text);
  const percent = PERCENT.exec(plain);
  if (percent) return decimal(percent[1] as string, true);
  plain = plain.replace(UNIT, "");
  const fraction = FRACTION.exec(plain);
  if (fraction) {
    const below = BigInt(fraction[2] as string);
    if (below === 0n) return "zero_below";
    const value = new Ratio(BigInt((fraction[1] as string).replace("+", "")), below);
    return { value, tolerance: ZERO, percent: false };
  }
  if (RATIO.test(plain)) return "ratio";
  if (/^[+-]?(inf(inity)?|s?nan\d*)$/i.test(plain)) return "infinite";
  return decimal(plain, false);
}

function decimal(text: string, percent: boolean): Answer | string {
  const match = DECIMAL.exec(text.replaceAll(",", ".").replaceAll("_", ""));
  const [, sign, whole = "", part = "", power = "0"] = match ?? [];
  if (!match || whole + part === "") return "no_number";
  const exponent = Number(power) - part.length;
  if (Math.abs(exponent) > HIGHEST) return "no_number";
  const digits = BigInt(whole + part) * (sign === "-" ? -1n : 1n);
  const unit =
    exponent < 0 ? new Ratio(1n, 10n ** BigInt(-exponent)) : new Ratio(10n ** BigInt(exponent));
  const value = unit.times(new Ratio(digits));
  if (percent)
    return {
      value: value.times(new Ratio(1n, 100n)),
      tolerance: unit.times(new Ratio(1n, 200n)),
      percent,
    };
  const tolerance = unit.compare(ONE) < 0 ? unit.times(new Ratio(1n, 2n)) : ZERO;
  return { value, tolerance, percent };
}
