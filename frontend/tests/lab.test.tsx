import { expect, test, vi } from "vitest";
import type { LabQuestion, LabResult, LabRow, LabSeat } from "../src/contract";
import { decimalsOf, ticks } from "../src/lab/axis";
import {
  csvOf,
  exactNumber,
  labelOf,
  offBy,
  placesFor,
  sentences,
  timeOf,
} from "../src/lab/telling";
import { Words } from "../src/messages";
import type { Traits } from "../src/model";
import lab from "../src/views/probability_lab";
import { info, packed, readLocale } from "./fixture";
import { button, shown as open, pass, press, textOf } from "./shown";

const words = (locale: string) => ({
  common: readLocale(locale, "common"),
  lab: readLocale(locale, "lab"),
  monster_cafe: readLocale(locale, "monster_cafe"),
  monster_match: readLocale(locale, "monster_match"),
});
const messages = { en: words("en"), es: words("es") };
const en = new Words(messages, info(), "en");
const es = new Words(messages, info(), "es");

const ratio = (numerator: number, denominator = 1) => ({
  numerator: String(numerator),
  denominator: String(denominator),
});
const row = (value: number, count: number, exact: [number, number] | null): LabRow => ({
  low: ratio(value),
  high: ratio(value),
  count,
  exact: exact && ratio(...exact),
});
const seat = (more: Partial<LabSeat> = {}): LabSeat => ({
  rows: [row(0, 40, [1, 2]), row(1, 60, [1, 2])],
  mean: 0.6,
  standard_error: 0.0492,
  interval: [0.502, 0.691],
  exact_mean: ratio(1, 2),
  trail: [
    [1, 1, null],
    [10, 0.5, 0.17],
    [100, 0.6, 0.0492],
  ],
  ...more,
});
const result = (more: Partial<LabResult> = {}): LabResult => ({
  done: 100,
  seats: [seat()],
  code: "mwr1.abc",
  ...more,
});
const NOTHING: LabResult = { done: 0, seats: [], code: null };
const question: LabQuestion = {
  game: "monster_cafe",
  statistic: "first_sorbets",
  players: 4,
  policies: Array(4).fill("random"),
  n: 400,
  seed: "7",
  options: {},
};
const choices = [
  {
    name: "monster_cafe",
    players: [2, 3, 4],
    statistics: ["final_scores", "winner", "first_sorbets"],
    policies: ["random", "greedy"],
  },
  {
    name: "monster_match",
    players: [2, 3, 4, 5, 6],
    statistics: ["final_scores", "winner", "rounds"],
    policies: ["random", "greedy"],
  },
];

const view = (traits: Partial<Traits> = {}) =>
  open({ messages, choices, question, shown: NOTHING, running: false, ...traits }, lab as never);
const field = <E extends HTMLElement = HTMLInputElement>(root: ShadowRoot, name: string) => {
  const label = [...root.querySelectorAll("label")].find(({ textContent }) => textContent === name);
  return root.querySelector(`#${CSS.escape(label?.htmlFor ?? "?")}`) as E;
};
async function choose(root: ShadowRoot, name: string, value: string) {
  const select = field<HTMLSelectElement>(root, name);
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await pass();
}
async function type(root: ShadowRoot, name: string, value: string) {
  const input = field(root, name);
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  await pass();
}
const click = async (root: ShadowRoot, name: string) => {
  button(root, name).click();
  await pass();
};
const isOff = (root: ShadowRoot, name: string) =>
  button(root, name).getAttribute("aria-disabled") === "true";
const said = (root: ShadowRoot) => textOf(root, "[aria-live]");

// ---------------------------------------------------------------- words and numbers

test("rows are named by their values", () => {
  const named = (low: [number, number], high = low) =>
    labelOf(es, { low: ratio(...low), high: ratio(...high), count: 0, exact: null });
  expect([named([-3, 1]), named([-1, 2]), named([7, 20])]).toEqual(["−3", "−1/2", "0,35"]);
  expect(named([20, 1], [24, 1])).toBe("20–24");
});

test("a mean has as many decimals as its standard error deserves", () => {
  expect([0.0492, 0.5, 12, 350, null, 0].map(placesFor)).toEqual([3, 2, 0, 0, 2, 2]);
});

test("an exact number shows its terms while they are short", () => {
  expect(exactNumber(en, ratio(8, 5))).toBe("8/5 = 1.6");
  expect(exactNumber(es, ratio(-12, 7))).toBe("−12/7 ≈ −1,7143");
  expect(exactNumber(en, ratio(6, 1))).toBe("6");
  expect(exactNumber(en, ratio(123456789, 987654321))).toBe("≈ 0.1250");
});

test("how far a row is off is counted in standard errors of its exact probability", () => {
  expect(offBy(row(0, 40, [1, 2]), 100)).toBeCloseTo(-2);
  expect(offBy(row(0, 40, null), 100)).toBeNull();
  expect(offBy(row(0, 0, [0, 1]), 100)).toBeNull();
});

test("numbers are grouped and shares rounded as Python does it", () => {
  expect([en.grouped(1234567), es.grouped(10000), en.grouped(999)]).toEqual([
    "1,234,567",
    "10\u202f000",
    "999",
  ]);
  expect([en.share(0.3471), en.share(0.0001), en.share(0)]).toEqual(["34.7%", "<0.1%", "0.0%"]);
  expect([es.rounded(-1.5, 2), es.rounded(-0.001, 2)]).toEqual(["−1,50", "0,00"]);
});

test("the sentence says mean, error and interval, and where the exact mean lies", () => {
  expect(sentences(en, seat(), 100)).toEqual([
    "After 100 games the mean is 0.600\u00a0±\u00a00.049 (one standard error). 95% interval for the true mean: 0.502 to 0.691.",
    "The exact mean, 1/2 = 0.5, lies outside. That happens to about 1 simulation in 20.",
  ]);
  expect(sentences(es, seat({ interval: [0.49, 0.69] }), 1000)[1]).toBe(
    "La media exacta, 1/2 = 0,5, está dentro.",
  );
  const one = seat({ standard_error: null, interval: null, exact_mean: null });
  expect(sentences(en, one, 1)).toHaveLength(1);
});

test("time is told in the unit that fits", () => {
  expect([0.2, 1, 45, 200, 9000].map((s) => timeOf(en, s))).toEqual([
    "1 second",
    "1 second",
    "45 seconds",
    "3 minutes",
    "3 hours",
  ]);
});

test("axes have round numbers", () => {
  expect(ticks(0, 0.4, 4)).toEqual([0, 0.1, 0.2, 0.30000000000000004, 0.4]);
  expect(ticks(-33, 90, 4)).toEqual([0, 50]);
  expect([decimalsOf(0.1), decimalsOf(0.05), decimalsOf(20), decimalsOf(0.25)]).toEqual([
    1, 2, 0, 1,
  ]);
});

test("the CSV file holds the table in full", () => {
  expect(csvOf(result())).toBe(
    "player,low,high,games,simulated,exact\n0,0,0,40,0.4,0.5\n0,1,1,60,0.6,0.5\n",
  );
});

// ---------------------------------------------------------------- the widget

test("before the first game there is a question and nothing else", async () => {
  const { root } = await view();
  expect(textOf(root, "h2")).toContain("Probability lab");
  expect(textOf(root, ".mw-title small")).toContain("Monster Café · 4 players");
  expect(textOf(root, ".mw-turn")).toBe("Ready");
  expect(textOf(root, ".empty")).toContain("No game has been played yet.");
  expect([isOff(root, "Run"), isOff(root, "Stop"), isOff(root, "Clear")]).toEqual([
    false,
    true,
    true,
  ]);
  expect(root.querySelector("table")).toBeNull();
});

test("a single bar is told as one", async () => {
  const rows = [row(200, 100, null)];
  const { root } = await view({ shown: result({ seats: [{ ...seat(), rows }] }) });
  expect(root.querySelector("svg[role=img]")?.getAttribute("aria-label")).toBe(
    "One bar after 100 games, for 200 with 100.0%. The table has every number.",
  );
});

test("what came out is drawn, tabled and told", async () => {
  const { root } = await view({ shown: result() });
  expect(textOf(root, ".mw-turn")).toBe("Stopped");
  expect(textOf(root, ".told")).toContain("After 100 games the mean is 0.600");
  const rows = [...root.querySelectorAll(".cmp tbody tr")].map((one) => one.textContent);
  expect(rows).toEqual(["040.0% 4050.0%−2.0", "160.0% 6050.0%+2.0"]);
  expect(root.querySelectorAll("svg .bar-of")).toHaveLength(3); // one is in the legend
  expect(root.querySelectorAll(".chart .diamond-of")).toHaveLength(2);
  expect(root.querySelectorAll(".chart .dot")).toHaveLength(2);
  const names = [...root.querySelectorAll("svg[role=img]")].map((one) =>
    one.getAttribute("aria-label"),
  );
  expect(names[0]).toBe(
    "Bars for 2 values after 100 games; the most frequent is 1 with 60.0%. The table has every number.",
  );
  expect(names[1]).toContain("at last 0.600 after 100 games");
  expect(root.textContent).not.toMatch(/lab\.\w+\.\w+|\{\w+|NaN|undefined|Infinity/);
  expect(root.innerHTML).not.toMatch(/NaN|undefined|Infinity/);
});

test.each(["en", "es"])("no key is left over, %s", async (locale) => {
  const seats = [seat({ exact_mean: null }), seat()];
  for (const shown of [NOTHING, result(), result({ seats }), result({ done: 400 })]) {
    const { root } = await view({ locale, shown: shown });
    expect(root.innerHTML).not.toMatch(/\b(lab|common|monster_\w+)\.\w+\.\w+|\{\w+[^}]*\}/);
  }
});

test("a statistic of every seat is shown one seat at a time", async () => {
  const other = seat({ mean: 0.25, rows: [row(0, 75, null), row(1, 25, null)], exact_mean: null });
  const { root } = await view({ shown: result({ seats: [seat(), other] }) });
  await choose(root, "Player shown", "1");
  expect(textOf(root, ".told")).toContain("the mean is 0.250");
  expect(textOf(root, ".told")).toContain("No exact answer is known");
  expect(root.querySelectorAll(".cmp thead th")).toHaveLength(2);
});

test("one game draws nothing that is not there", async () => {
  const one = seat({
    rows: [row(2, 1, null)],
    mean: 2,
    standard_error: null,
    interval: null,
    exact_mean: null,
    trail: [[1, 2, null]],
  });
  const { root } = await view({ shown: { done: 1, seats: [one], code: null } });
  expect(textOf(root, ".early")).toContain("From 10 games on");
  expect(root.innerHTML).not.toMatch(/NaN|Infinity/);
  const same = seat({ standard_error: 0, interval: [1, 1], mean: 1, trail: [[100, 1, 0]] });
  const always = await view({ shown: result({ seats: [same] }) });
  expect(always.root.innerHTML).not.toMatch(/NaN|Infinity/);
});

test("Run plays the question, Stop stops it, Clear forgets it", async () => {
  const { root, model } = await view();
  await click(root, "Run");
  expect(model.saved).toEqual([{ intent: { id: 1, do: "run", question: null } }]);
  expect(isOff(root, "Run")).toBe(true); // until Python answers
  model.receive({ answered: 1, running: true });
  await pass();
  expect([textOf(root, ".mw-turn"), isOff(root, "Run"), isOff(root, "Stop")]).toEqual([
    "Running",
    true,
    false,
  ]);
  await click(root, "Stop");
  expect(model.saved.at(-1)).toEqual({ intent: { id: 2, do: "stop", question: null } });
  model.receive({ answered: 2, running: false, shown: result() });
  await pass();
  expect(button(root, "Go on")).toBeDefined();
  await click(root, "Clear");
  expect(model.saved.at(-1)).toEqual({ intent: { id: 3, do: "clear", question: null } });
});

test("another question is asked as a whole, and another game keeps what fits", async () => {
  const { root, model } = await view({ shown: result() });
  await choose(root, "Game", "monster_match");
  await type(root, "Games", "20 000");
  await type(root, "Seed", "-12");
  expect(textOf(root, ".doing")).toContain("Run asks the new question");
  await click(root, "Run");
  expect(model.saved).toEqual([
    {
      intent: {
        id: 1,
        do: "ask",
        question: {
          game: "monster_match",
          statistic: "final_scores",
          players: 4,
          policies: Array(4).fill("random"),
          n: 20000,
          seed: "-12",
          options: {},
        },
      },
    },
  ]);
});

test("a number may have marks between its thousands, and no decimals", async () => {
  const { root } = await view({});
  const field = root.querySelector(".of-n input") as HTMLInputElement;
  const taken = ["10 000", "10.000", "10,000", "1234567", "1\u202f000"];
  for (const text of [...taken, "1.5", "2,5", "1e4", "-5", "10 00", "0", ""]) {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await pass();
    expect([text, field.getAttribute("aria-invalid")]).toEqual([
      text,
      taken.includes(text) ? null : "true",
    ]);
  }
});

test("policies that were set in Python for each seat are kept until another is chosen", async () => {
  const policies = ["greedy", "random", "random", "random"];
  const { root, model } = await view({ question: { ...question, policies } });
  expect(field<HTMLSelectElement>(root, "How they choose").selectedOptions[0]?.textContent).toBe(
    "each as set in Python",
  );
  await type(root, "Games", "50");
  await click(root, "Run");
  expect(model.saved.at(-1)?.intent).toMatchObject({ question: { policies, n: 50 } });
});

test.each([
  ["Games", "0"],
  ["Games", "many"],
  ["Games", "10000000000"],
  ["Seed", "lucky"],
  ["Seed", ""],
])("%s: %j is refused before Python is asked", async (name, value) => {
  const { root, model } = await view();
  await type(root, name, value);
  expect(field(root, name).getAttribute("aria-invalid")).toBe("true");
  expect(root.querySelector("[role=alert]")?.textContent).toContain("whole number");
  await click(root, "Run");
  expect(model.saved).toEqual([]);
});

test("the live region tells start, quarters and end, not every picture", async () => {
  const { root, model } = await view();
  const heard: (string | null)[] = [];
  const step = async (done: number, running: boolean) => {
    model.receive({ running, shown: done ? result({ done }) : NOTHING });
    await pass();
    if (said(root) !== heard.at(-1)) heard.push(said(root));
  };
  for (const done of [0, 40, 80, 110, 150, 210, 390]) await step(done, true);
  await step(400, false);
  expect(heard.slice(0, 3)).toEqual([
    "Running: 400 games.",
    "110 of 400 games played.",
    "210 of 400 games played.",
  ]);
  expect(heard).toHaveLength(5);
  expect(heard.at(-1)).toContain("Finished. After 400 games the mean is");
  expect(root.querySelectorAll("[aria-live]")).toHaveLength(1);
});

test("rate and time left are measured here, and written nowhere", async () => {
  const { root, model } = await view();
  model.receive({ running: true });
  await pass();
  for (const done of [50, 100, 150]) {
    await pass(500);
    model.receive({ shown: result({ done }) });
    await pass();
  }
  expect(textOf(root, ".progress")).toBe("150 of 400");
  expect(textOf(root, ".doing")).toMatch(/9\d games\/s · about 3 seconds left/);
  expect(textOf(root, ".tiles")).toContain("games per second");
  expect(JSON.stringify(model.saved)).not.toMatch(/rate|left/);
  model.receive({ running: false });
  await pass();
  expect(textOf(root, ".doing")).not.toContain("games/s");
});

test("a later picture wins over one that is still being unpacked", async () => {
  const { root, model } = await view();
  model.receive({ shown: packed(result({ done: 100 })) });
  model.receive({ shown: packed(result({ done: 200 })) });
  await vi.waitFor(() => expect(textOf(root, ".progress")).toBe("200 of 400"));
  await pass(200);
  expect(textOf(root, ".progress")).toBe("200 of 400");
});

test("a damaged picture is told, and the next one is shown", async () => {
  const { root, model } = await view();
  model.receive({ shown: new DataView(new Uint8Array([1, 2, 3]).buffer) });
  await vi.waitFor(() => expect(textOf(root, ".state.bad")).toContain("cannot be read"));
  model.receive({ shown: packed(result()) });
  await vi.waitFor(() => expect(root.querySelector(".state.bad")).toBeNull());
});

test("a Python that does not answer is told, until it does", async () => {
  const { root, model } = await view({ shown: result() });
  await click(root, "Go on");
  await pass(3100);
  expect(textOf(root, "[role=status]")).toContain("Python is busy or gone");
  model.receive({ answered: 1, running: true });
  await pass();
  expect(textOf(root, "[role=status]")).toBe("");
});

test("a refusal is told in the reader's language and can be put away", async () => {
  const { root, model } = await view({ locale: "es" });
  model.receive({
    error: { intent: 1, key: "lab.reason.bad_number", values: { most: "9" }, rule: null },
  });
  await pass();
  expect(textOf(root, "[role=alert]")).toBe("El número de partidas es un número entero de 1 a 9.");
  await click(root, messages.es.common.ui?.dismiss as string);
  expect(root.querySelector("[role=alert]")).toBeNull();
});

test("on a page without Python the form is shut and says why", async () => {
  const { root, model } = await view({ _static: true, shown: result() });
  expect(field<HTMLSelectElement>(root, "Game").disabled).toBe(true);
  expect(textOf(root, ".doing")).toContain("no Python behind this page");
  await click(root, "Go on");
  expect(model.saved).toEqual([]);
});

test("nothing runs on that nobody looks at", async () => {
  const { model, close, view: again } = await view({ running: true, shown: result() });
  close();
  again(); // drawn anew
  await pass(2000);
  expect(model.saved).toEqual([]);
  model.receive({ running: true });
});

test("when its last view is closed, it is asked to stop", async () => {
  const { model, close } = await view({ running: true, shown: result() });
  close();
  await pass(2000);
  expect(model.saved).toEqual([{ intent: { id: 1, do: "stop", question: null } }]);
});

test("letters stay in the widget; Ctrl is the notebook's", async () => {
  const { root } = await view();
  const heard = vi.fn();
  document.addEventListener("keydown", heard);
  await press(root, { key: "d", code: "KeyD" }, field(root, "Seed"));
  expect(heard).not.toHaveBeenCalled();
  await press(root, { key: "s", code: "KeyS", ctrlKey: true }, field(root, "Seed"));
  expect(heard).toHaveBeenCalledOnce();
  document.removeEventListener("keydown", heard);
});
