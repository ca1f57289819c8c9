/** The browser judges as Python does: both read the same cases (tests/lessons/test_questions.py). */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { QuizKey } from "../src/contract";
import { type Given, judge } from "../src/quiz/judge";

type Case = [string, Given, boolean | null, string, string | null];
const { keys, cases } = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../tests/lessons/judged.json`, "utf8"),
) as { keys: Record<string, QuizKey>; cases: Case[] };

describe("an answer is judged as Python judges it", () => {
  it.each(cases)("%s: %s", (name, given, right, reason, why) => {
    const verdict = judge(keys[name] as QuizKey, given);
    expect([verdict.right, verdict.key]).toEqual([right, `quiz.verdict.${reason}`]);
    expect(verdict.values.why?.en ?? null).toBe(why);
  });
});
