/** Any game as text: every zone with its cards and every named value, as small tables that can be read aloud. */

import type { Json } from "./contract";
import type { BoardProps } from "./game";
import { Icon } from "./icons";
import { clock, tally, type Words } from "./messages";
import { countMoves } from "./reading";

/** Rows that belong together: the zones without a number, then those of each table, then those of each player. */
interface Box {
  id: string;
  zones: string[];
  /** Whether it needs the whole width: a zone in it shows many different cards. */
  wide: boolean;
}

const MANY = 8;

export function Plain({
  frame,
  info,
  words,
  moves,
}: Pick<BoardProps, "frame" | "info" | "words" | "moves">) {
  const { zones, values } = frame.view;
  const arrived = countMoves(moves, "target");
  const left = countMoves(moves, "source");
  const names = Object.keys(values);
  const boxes = boxesOf(words, zones);
  const draw = (box: Box) => (
    <table class={box.wide ? "box wide" : "box"} key={box.id}>
      <caption class="sr">{words.text("common.ui.zones")}</caption>
      <tbody>
        {box.zones.map((zone) => (
          <Zone
            key={zone}
            zone={zone}
            cards={zones[zone] ?? []}
            words={words}
            group={info.zones[baseOf(zone)] ?? "card"}
            arrived={arrived}
            left={left}
          />
        ))}
      </tbody>
    </table>
  );
  return (
    <div class="boxes">
      {boxes.filter((box) => box.wide).map(draw)}
      {names.length > 0 && (
        <table class="box facts">
          <caption class="sr">{words.text("common.ui.values")}</caption>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{labelOf(words, "value", name)}</th>
                <td>
                  {valueText(
                    words,
                    info.values[name] ?? info.values[baseOf(name)],
                    values[name] ?? null,
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {boxes.filter((box) => !box.wide).map(draw)}
    </div>
  );
}

interface ZoneProps {
  zone: string;
  cards: string[];
  group: string;
  words: Words;
  arrived: Map<string, number>;
  left: Map<string, number>;
}

function Zone({ zone, cards, group, words, arrived, left }: ZoneProps) {
  const gone = [...left].reduce((sum, [key, n]) => sum + (key.startsWith(`${zone} `) ? n : 0), 0);
  return (
    <tr>
      <th scope="row">
        {labelOf(words, "zone", zone)}
        {gone > 0 && (
          <span class="mark left" title={words.text("common.ui.left", { n: gone })}>
            {words.text("common.ui.left_short", { n: gone })}
          </span>
        )}
      </th>
      <td>
        {cards.length === 0 && <span class="none">{words.text("common.ui.none")}</span>}
        <ul class="chips">
          {tally(cards).map(([card, n]) => {
            const came = Math.min(n, arrived.get(`${zone} ${card}`) ?? 0);
            return (
              <li
                key={card}
                data-at={`${zone} ${card}`}
                class={came ? "card came" : card === "hidden" ? "card hidden" : "card"}
              >
                {words.counted(n, words.word(group, card))}
                {came > 0 && (
                  <span class="mark" title={words.text("common.ui.came", { n: came })}>
                    <Icon name="came" />
                    {words.text("common.ui.came_short", { n: came })}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      </td>
    </tr>
  );
}

const baseOf = (name: string): string => name.split(":")[0] as string;
const partOf = (name: string): string | undefined => name.split(":")[1];

/** The words of a zone or a value: "Monsters of Ana". */
export function labelOf(words: Words, group: "zone" | "value", name: string): string {
  const [base, part] = [baseOf(name), partOf(name)];
  const text = words.word(group, base, { p: part ?? "" });
  return text === base ? name.replaceAll("_", " ").replace(":", " ") : text;
}

function boxesOf(words: Words, zones: Record<string, string[]>): Box[] {
  const boxes = new Map<string, Box>();
  for (const [zone, cards] of Object.entries(zones)) {
    const part = partOf(zone);
    const key = `${words.info.game}.zone.${baseOf(zone)}`;
    const one =
      words.text(key, { p: 0 }) === words.text(key, { p: 0 }).replace(words.player(0), "");
    const id = part === undefined ? "all" : `${one ? "place" : "player"} ${part}`;
    const box = boxes.get(id) ?? { id, zones: [], wide: false };
    boxes.set(id, box);
    box.zones.push(zone);
    box.wide ||= new Set(cards).size > MANY;
  }
  const rank = (box: Box) => ["all", "place", "player"].indexOf(box.id.split(" ")[0] as string);
  return [...boxes.values()].sort((a, b) => rank(a) - rank(b));
}

/** A named fact of the view, by the kind that info.values gives it. */
function valueText(words: Words, kind: string | undefined, value: Json): string {
  if (value === null) return words.text("common.ui.none");
  if (typeof value === "boolean") return words.text(value ? "common.ui.yes" : "common.ui.no");
  if (kind === "player" && typeof value === "number") {
    return value < 0 ? words.text("common.ui.chance_player") : words.player(value);
  }
  if (Array.isArray(value)) {
    if (value.every((one) => one === null)) return words.text("common.ui.none");
    if (kind === "players")
      return words.join(
        value.filter((one) => one !== null).map((one) => valueText(words, "player", one)),
      );
    if (kind === "time") return value.map(clock).join(" · ");
    if (kind?.startsWith("list:")) return words.cards(kind.slice(5), value.map(String));
    return words.join(value.map((one) => valueText(words, undefined, one)));
  }
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${valueText(words, undefined, one)}`)
      .join("; ");
  }
  if (typeof value === "number") {
    return kind === "time"
      ? clock(value)
      : kind === "number"
        ? words.decimal(value)
        : String(value);
  }
  return typeof value === "string" && kind && kind !== "text" && kind !== "number"
    ? words.word(kind, value)
    : String(value);
}
