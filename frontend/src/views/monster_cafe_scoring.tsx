/** A bill of Monster Café: every dish with the guests it feeds, those who go hungry, and the sum. */
import type { Mood } from "../art/faces";
import { Badge, Crest, DishPicture, EaterPicture, face, Pictures, sign } from "../art/monster_cafe";
import { type Card, TONES } from "../art/monster_cafe_kinds";
import type { ScoreLine } from "../contract";
import type { BoardProps, Game } from "../game";
import { Icon } from "../icons";
import { tally, type Words } from "../messages";
import { widget } from "../mount";
import { Signed } from "../parts";
import { countMoves } from "../reading";
import css from "./monster_cafe_scoring.css";

/** A row of the bill: a dish with its guests, the hungry (no dish), or those not counted yet (no points). */
interface Row {
  zone: string;
  food: string | null;
  plates: string[];
  guests: string[];
  /** What is counted of it so far. */
  lines: ScoreLine[];
}

const say = (words: Words, name: string, values: Parameters<Words["text"]>[1] = {}) =>
  words.text(`monster_cafe.bill.${name}`, values);

const sumOf = (lines: ScoreLine[]) => lines.reduce((sum, line) => sum + line.points, 0);

function rowsOf({ view: { zones }, scores }: BoardProps["frame"]): Row[] {
  const counted = scores?.[0]?.lines ?? [];
  const row = (zone: string, food: string | null, plates: string[]): Row => ({
    zone,
    food,
    plates,
    guests: zones[zone] ?? [],
    lines: counted.filter((line) => line.values.food === food),
  });
  const dishes = Object.keys(zones).filter((zone) => zone.startsWith("plate:"));
  return [
    ...dishes.map((zone) => {
      const plates = zones[zone] as string[];
      return row(zone.replace("plate", "guests"), plates[0] as string, plates);
    }),
    row("unfed", null, []),
  ].filter(({ food, guests }) => food !== null || guests.length > 0);
}

function Board(props: BoardProps) {
  const { frame, words } = props;
  const came = countMoves(props.moves, "target");
  const rows = rowsOf(frame);
  const waiting = frame.view.zones.waiting ?? [];
  return (
    <div class="bill">
      <ul class="courses">
        {rows.map((row) => (
          <Course key={row.zone} row={row} words={words} came={came} />
        ))}
      </ul>
      {waiting.length > 0 && (
        <div class="waiting">
          <p>{say(words, "waiting")}</p>
          <Guests zone="waiting" guests={waiting} mood="hungry" words={words} />
        </div>
      )}
      <Sum rows={rows} total={frame.scores?.[0]?.total ?? 0} words={words} />
    </div>
  );
}

interface CourseProps {
  row: Row;
  words: Words;
  came: Map<string, number>;
}

function Course({ row, words, came }: CourseProps) {
  const { zone, food, plates, guests, lines } = row;
  const each = lines.find((line) => line.count > 0)?.values.each;
  const tones = food === null ? null : TONES[food as Card];
  const fresh = [...came.keys()].some((key) => key.startsWith(`${zone} `));
  return (
    <li
      class={`course${tones ? "" : " none"}${fresh ? " fresh" : ""}`}
      style={tones ? { "--shade": tones.shade, "--soft": tones.soft } : {}}
    >
      <div class="food">
        {plates.map((plate) => (
          <DishPicture card={plate} />
        ))}
        <p>
          <b>{food === null ? say(words, "no_dish") : words.word("dish", food)}</b>
          <small>
            {say(
              words,
              food === null ? "hungry" : plates.length > 1 ? "counted_twice" : "counted_once",
            )}
          </small>
        </p>
      </div>
      {guests.length > 0 ? (
        <Guests zone={zone} guests={guests} mood={food === null ? "unfed" : "fed"} words={words} />
      ) : (
        <p class="nobody">{lines.length > 0 && say(words, "nobody")}</p>
      )}
      <p class="how num">
        {guests.length > 0 && `${guests.length} × ${words.signed(Number(each))}`}
      </p>
      <p class="pts">{lines.length > 0 && <Signed n={sumOf(lines)} words={words} />}</p>
    </li>
  );
}

interface GuestsProps {
  zone: string;
  guests: string[];
  mood: Mood;
  words: Words;
}

const Guests = ({ zone, guests, mood, words }: GuestsProps) => (
  <div class="guests" role="img" aria-label={words.cards("card", guests)}>
    {tally(guests).flatMap(([card, n]) =>
      Array.from({ length: n }, (_, i) => (
        <EaterPicture key={`${card} ${i}`} card={card} mood={mood} zone={zone} />
      )),
    )}
  </div>
);

/** The points of the rows as a sum: 3 + 4 + 0 − 3 = 4. */
function Sum({ rows, total, words }: { rows: Row[]; total: number; words: Words }) {
  const terms = rows.filter(({ lines }) => lines.length > 0);
  return (
    <p class="sum num">
      {terms.map(({ zone, food, lines }, i) => {
        const n = sumOf(lines);
        return (
          <>
            {(i > 0 || n < 0) && <span class="op">{n < 0 ? "−" : "+"}</span>}
            <span class="term" key={zone}>
              <b class={n > 0 ? "plus" : n < 0 ? "minus" : "zero"}>{Math.abs(n)}</b>
              <small>{food === null ? say(words, "unfed_short") : words.word("kind", food)}</small>
            </span>
          </>
        );
      })}
      {terms.length > 0 && <span class="op">=</span>}
      <span class="term total">
        <b>{words.decimal(total)}</b>
        <small>{words.text("common.ui.points", { n: total })}</small>
      </span>
    </p>
  );
}

interface Choice {
  food: string;
  count: number;
  each: number;
  total: number;
  best: boolean;
}

/** What each dish would bring an Anything Eater, beside each other. */
function Aside({ frame, words }: BoardProps) {
  const choices = (frame.view.values.choices ?? []) as unknown as Choice[];
  const [first] = choices;
  if (!first) return null;
  return (
    <section class="alternatives" aria-label={say(words, "choices", { n: first.count })}>
      <h3>{say(words, "choices", { n: first.count })}</h3>
      <ul>
        {choices.map(({ food, count, each, total, best }) => (
          <li key={food} class={best ? "best" : ""}>
            <Badge card={food} />
            <span>
              {say(words, "choice", { food, each })}
              <small>{say(words, "choice_total", { total, n: count })}</small>
            </span>
            {best && (
              <span class="chip">
                <Icon name="tick" />
                {say(words, "best")}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export const scoring: Game = {
  Board,
  Hand: null,
  Aside,
  Crest,
  Pictures,
  face,
  sign,
  marks: { count: "dot" },
};

export default widget(scoring, css);
