/** Monster Café: four tables with their seats, the deck in the hollow between them, the collections by food. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { Choice } from "../actions";
import type { Mood } from "../art/faces";
import {
  Badge,
  CardPicture,
  Crest,
  EaterPicture,
  EmptyPlate,
  face,
  Pictures,
  sign,
  TableBack,
  TablePicture,
} from "../art/monster_cafe";
import { TONES } from "../art/monster_cafe_kinds";
import type { Frame, LegalAction, Move, ScoreLine } from "../contract";
import type { BoardProps, Game, HandProps } from "../game";
import { Icon } from "../icons";
import { tally, type Words } from "../messages";
import { widget } from "../mount";
import { Signed, Who } from "../parts";
import { Plain } from "../plain";
import { countMoves } from "../reading";
import { useRoving } from "../roving";
import { lineText } from "../scores";
import css from "./monster_cafe.css";

const SEATS = ["north", "east", "south", "west"];

/** What stands on the board now, and how it is worded. */
class Room {
  readonly phase: string;
  readonly cleared: (number | null)[];
  private readonly came: Map<string, number>;

  constructor(readonly props: BoardProps) {
    const { phase, cleared_by } = props.frame.view.values;
    this.phase = String(phase);
    this.cleared = cleared_by as (number | null)[];
    this.came = countMoves(props.moves, "target");
  }

  say(name: string, values: Parameters<Words["text"]>[1] = {}): string {
    return this.props.words.text(`monster_cafe.board.${name}`, values);
  }
  zone(name: string): string[] {
    return this.props.frame.view.zones[name] ?? [];
  }
  /** How many cards of a sort came to a zone in this step. */
  arrived(zone: string, card: string): number {
    return this.came.get(`${zone} ${card}`) ?? 0;
  }
  cameTo(zone: string): boolean {
    return [...this.came.keys()].some((key) => key.startsWith(`${zone} `));
  }
  action(notation: string): LegalAction | undefined {
    return this.props.choices.actions.find((action) => action.notation === notation);
  }
  choice(action: LegalAction, look: string, children: ComponentChildren) {
    const { choices, words } = this.props;
    return (
      <Choice action={action} choices={choices} words={words} class={look}>
        {children}
      </Choice>
    );
  }
}

function Board(props: BoardProps) {
  const room = new Room(props);
  const roving = useRoving<HTMLDivElement>();
  const asText = useMemo(() => signal(false), []);
  const { frame } = props;
  const tables = [0, 1, 2, 3].slice(0, Number(frame.view.values.places));
  return (
    <div class="cafe">
      {frame.over ? (
        <Bills room={room} />
      ) : (
        <div class={`room of-${tables.length}`} {...roving}>
          <Deck room={room} />
          {tables.map((table) => (
            <Table key={table} room={room} table={table} />
          ))}
        </div>
      )}
      <Piles room={room} />
      <details
        class="as-text"
        data-still=""
        onToggle={(event) => {
          asText.value = event.currentTarget.open;
        }}
      >
        <summary>{room.say("as_text")}</summary>
        {asText.value && <Plain {...props} />}
      </details>
    </div>
  );
}

/** A ring and a sign round what came here in this step. */
const Came = ({ when }: { when: boolean }) =>
  when ? (
    <span class="came-mark">
      <Icon name="came" />
    </span>
  ) : null;

function Deck({ room }: { room: Room }) {
  const { words } = room.props;
  const left = room.zone("deck").length;
  const drawn = room.phase === "reveal" ? "hidden" : room.zone("drawn")[0];
  const draw = room.action("draw");
  const pile = (
    <>
      <span class="pile" data-at="deck">
        {[0, 1, 2].slice(0, Math.ceil(left / 12)).map((i) => (
          <CardPicture key={i} card="hidden" />
        ))}
        {left === 0 && <span class="spot" />}
      </span>
      <span class="label num">{draw ? words.text(draw.label.key, draw.label.values) : left}</span>
    </>
  );
  return (
    <div class="deck">
      {draw ? (
        room.choice(draw, "draw", pile)
      ) : (
        <div class="draw" role="img" aria-label={room.say("deck", { n: left })}>
          {pile}
        </div>
      )}
      {drawn && (
        <div
          class="drawn"
          role="img"
          aria-label={room.say("drawn", { card: words.word("card", drawn) })}
        >
          <CardPicture card={drawn} zone="drawn" />
          {drawn !== "hidden" && <span class="label">{words.word("kind", drawn)}</span>}
        </div>
      )}
    </div>
  );
}

function Table({ room, table }: { room: Room; table: number }) {
  const [dish] = room.zone(`table:${table}`);
  const side = table % 2 ? "tbl right" : "tbl";
  const by = room.cleared[table] ?? null;
  if (dish) return <Laid room={room} table={table} dish={dish} look={side} />;
  const { words } = room.props;
  if (by === null)
    return (
      <div class={side} role="img" aria-label={room.say("place", { table })}>
        <span class="place empty" />
      </div>
    );
  return (
    <div class={side} role="img" aria-label={room.say("cleared_by", { table, player: by })}>
      <div class="cap">
        <Who player={by} words={words} small /> {words.player(by)}
        <small>{room.say("has_it")}</small>
      </div>
      <div class="place empty">
        <EmptyPlate />
      </div>
    </div>
  );
}

interface LaidProps {
  room: Room;
  table: number;
  dish: string;
  look: string;
}

function Laid({ room, table, dish, look }: LaidProps) {
  const { words } = room.props;
  const guests = room.zone(`seats:${table}`);
  const seat = room.action(`seat ${table}`);
  const clear = room.action(`clear ${table}`);
  const nobody = room.phase === "dismiss";
  const full = guests.length === SEATS.length;
  const came = room.arrived(`table:${table}`, dish) > 0;
  return (
    <fieldset
      class={seat ? `${look} target` : look}
      aria-label={room.say("table", { table, dish: words.word("dish", dish), n: guests.length })}
    >
      <div class="cap" aria-hidden="true">
        {words.word("dish", dish)}
        <small>
          {nobody
            ? room.say("nobody")
            : full
              ? room.say("full")
              : room.say("seats", { n: guests.length })}
        </small>
      </div>
      <div class={came ? "place fresh" : "place"}>
        <TablePicture card={dish} zone={`table:${table}`} />
        <Came when={came} />
      </div>
      {SEATS.map((side, i) => {
        const card = guests[i];
        if (card === undefined && seat && i === guests.length)
          return (
            <div key={side} class={`seat ${side}`}>
              {room.choice(seat, "spot free", <Icon name="came" />)}
            </div>
          );
        const name =
          card === undefined
            ? room.say("free_seat", { table, seat: i })
            : room.say("seat", { card: words.word("card", card), table, seat: i });
        const newest =
          card !== undefined &&
          guests.slice(i).filter((one) => one === card).length <=
            room.arrived(`seats:${table}`, card);
        return (
          <div
            key={side}
            class={`seat ${side}${newest ? " fresh" : ""}`}
            role="img"
            aria-label={name}
          >
            {card === undefined ? (
              <span class="spot" />
            ) : (
              <CardPicture card={card} zone={`seats:${table}`} />
            )}
            <Came when={newest} />
          </div>
        );
      })}
      {clear && (
        <div class="act">
          {room.choice(
            clear,
            "btn clear",
            <>
              {/* what can be read on it begins its name, for whoever speaks to the machine (WCAG 2.5.3) */}
              {room.say("clear")}{" "}
              {"points" in clear.label.values && (
                <Signed n={Number(clear.label.values.points)} words={words} />
              )}
            </>,
          )}
        </div>
      )}
    </fieldset>
  );
}

/** What lies beside the tables: those to come, the discard, what is out of the game, what nobody took. */
function Piles({ room }: { room: Room }) {
  const { frame } = room.props;
  const cards = (zone: string, name: string, keys: string[], counted = true) =>
    keys.length > 0 && (
      <li class={room.cameTo(zone) ? "came" : ""}>
        {zone === "discard" && (
          <span class="badges" data-at={zone}>
            {tally(keys).map(([key]) => (
              <Badge key={key} card={key} />
            ))}
          </span>
        )}
        {room.say(name, { cards: counted ? keys : [...new Set(keys)] })}
        <Came when={room.cameTo(zone)} />
      </li>
    );
  return (
    <ul class="piles">
      <li data-at="dish_deck">
        <TableBack />
        {room.say("to_come", { n: room.zone("dish_deck").length })}
      </li>
      {cards("discard", "discard", room.zone("discard"))}
      {cards("none", "nobody_took", frame.view.values.dummy_dishes as string[])}
      {cards("out", "out", room.zone("out"), false)}
    </ul>
  );
}

/** A food with its guests, or guests that go hungry. */
interface Party {
  food: string | null;
  plates: number;
  lines: ScoreLine[];
}

function partiesOf(lines: ScoreLine[]): Party[] {
  const parties: Party[] = [];
  for (const line of lines) {
    const food = line.values.food as string | null;
    const same = parties.find((party) => food !== null && party.food === food);
    if (same) same.lines.push(line);
    else parties.push({ food, plates: Number(line.values.dishes), lines: [line] });
  }
  return parties.sort((a, b) => Number(a.food === null) - Number(b.food === null));
}

function Hand(props: HandProps) {
  const { player, score, words, frame } = props;
  const room = new Room(props);
  const roving = useRoving<HTMLUListElement>();
  const scared = room.phase === "lose" && frame.view.acting_players.includes(player);
  if (score.lines.length === 0) return <p class="none">{room.say("nothing")}</p>;
  return (
    <ul class="parties" {...roving}>
      {partiesOf(score.lines).map((party) => {
        const { food, plates, lines } = party;
        const kind = food ?? (lines[0] as ScoreLine).key;
        const tones = TONES[kind as keyof typeof TONES];
        const points = lines.reduce((sum, line) => sum + line.points, 0);
        const served = food !== null && room.arrived(`dishes:${player}`, food) > 0;
        return (
          <li
            key={`${food} ${kind}`}
            class="party"
            style={{ "--fill": tones.fill, "--shade": tones.shade, "--soft": tones.soft }}
          >
            <span class={served ? "plates came" : "plates"}>
              <Dish food={food} plates={plates} zone={`dishes:${player}`} />
            </span>
            {lines
              .filter((line) => line.count > 0)
              .map((line) => (
                <Guests
                  key={line.key}
                  room={room}
                  player={player}
                  line={line}
                  mood={scared ? "scared" : food === null ? "unfed" : "fed"}
                  came={room.arrived(`monsters:${player}`, line.key)}
                  action={scared ? room.action(`lose ${line.key}`) : undefined}
                />
              ))}
            <span class="sr">{words.join(lines.map((line) => lineText(line, words)))}: </span>
            <Signed n={points} words={words} />
            <Came
              when={
                served || lines.some((line) => room.arrived(`monsters:${player}`, line.key) > 0)
              }
            />
          </li>
        );
      })}
    </ul>
  );
}

interface DishProps {
  food: string | null;
  plates: number;
  zone?: string | undefined;
}

const Dish = ({ food, plates, zone }: DishProps): ComponentChildren =>
  food === null ? (
    <span class="no-plate" />
  ) : (
    Array.from({ length: plates }, () => <Badge card={food} zone={zone} />)
  );

interface GuestsProps {
  room: Room;
  player: number;
  line: ScoreLine;
  mood: Mood;
  came: number;
  action: LegalAction | undefined;
}

function Guests({ room, player, line, mood, came, action }: GuestsProps) {
  const eaters = Array.from({ length: line.count }, (_, i) => (
    <span key={i} class={i >= line.count - came ? "eater came" : "eater"}>
      <EaterPicture card={line.key} mood={mood} zone={`monsters:${player}`} />
    </span>
  ));
  return action ? room.choice(action, "guests lose", eaters) : <span class="guests">{eaters}</span>;
}

/** At the end: how each player's score comes about, line by line. */
function Bills({ room }: { room: Room }) {
  const { frame, words, info } = room.props;
  const winners = frame.view.values.winners as number[];
  return (
    <ul class="bills">
      {info.players.map((_, player) => {
        const score = frame.scores?.[player];
        if (!score) return null;
        const { total, lines } = score;
        const wins = winners.includes(player);
        return (
          <li key={player} class={wins ? "paid best" : "paid"}>
            <h3>
              <Who player={player} words={words} />
              <span class="name">{room.say("bill", { p: player })}</span>
              {wins && <span class="chip">{room.say("wins", { n: winners.length })}</span>}
            </h3>
            <ul class="lines">
              {lines.map((line) => (
                <li key={line.key}>
                  <Dish food={line.values.food as string | null} plates={1} />
                  <span>
                    {room.say(line.count ? "bill_line" : "bill_unused", {
                      ...line.values,
                      key: line.key,
                      count: line.count,
                    })}
                  </span>
                  <Signed n={line.points} words={words} />
                </li>
              ))}
              <li class="total">
                <span>{room.say("sum")}</span>
                <b class="num">{words.decimal(total)}</b>
              </li>
            </ul>
          </li>
        );
      })}
    </ul>
  );
}

const TURNS = ["turn", "reveal", "seat", "lose", "discard"];

/** "out this round" for who has cleared a table. */
function note(frame: Frame, player: number, words: Words): string | undefined {
  const { phase, still_in } = frame.view.values;
  const out = TURNS.includes(String(phase)) && !(still_in as number[]).includes(player);
  return out ? words.text("monster_cafe.board.out_of_round") : undefined;
}

/** What there is to decide: the kinds of action that are legal, as a question. */
function prompt(frame: Frame, words: Words): string {
  const kinds = frame.view.legal_actions.map((action) => action.notation.split(" ")[0]);
  return words.word("ask", [...new Set(kinds)].sort().reverse().join("_"));
}

/** Drawing is two steps: the top card is taken, and then, where it lies, turned over. */
const travels = (frame: Frame, moves: Move[]): Move[] =>
  frame.action === "draw"
    ? [{ card: "hidden", source: "deck", target: "drawn" }]
    : moves.map((move) => (move.target === "drawn" ? { ...move, source: "drawn" } : move));

export const cafe: Game = {
  Board,
  Hand,
  Crest,
  Pictures,
  face,
  playable: true,
  note,
  prompt,
  sign,
  travels,
  marks: { draw: "dot", clear: "square", "reveal sorbet": "diamond" },
};

export default /* @__PURE__ */ widget(cafe, css);
