/**
 * The pictures of Monster Café: eaters, foods, dishes, cards (100 by 122). Each stands once in <Pictures/> and is used by
 * its name, so a picture on the board is a single <use>.
 */
import type { Sign } from "../game";
import { MOODS, type Mood, tooth } from "./faces";
import { BODIES, confetti, FACES } from "./monster_cafe_eaters";
import { dish, FOODS, placed, plate, table } from "./monster_cafe_foods";
import { CARDS, type Card, type Eater, isEater, isFood, TONES } from "./monster_cafe_kinds";
import {
  type Art,
  area,
  cut,
  disc,
  GUM,
  INK,
  shadow,
  shape,
  spot,
  stripe,
  TONGUE,
  type Tones,
  turned,
  WHITE,
} from "./shapes";

/** What a card is printed with: a second sign beside the colour. Lines of a width; without one, surfaces. */
const TEXTURES: Record<Card, [string, number?]> = {
  sludge: ["M18 34h0M34 54h0M80 42h0M72 96h0M24 92h0M88 78h0M48 26h0M60 70h0", 11],
  stinky_sock: ["M0 30h100m0 16H0m0 16h100m0 16H0m0 16h100", 6],
  eyeball: [
    [34, 56, 78, 98].map((y) => `M0 ${y}q8-9 16 0t16 0 16 0 16 0 16 0 16 0 16 0`).join(""),
    4,
  ],
  roadkill: [
    [10, 34, 58, 82].flatMap((x) => [20, 44, 68, 92].map((y) => `M${x} ${y}l10 9 10-9`)).join(""),
    4.5,
  ],
  brain: [[34, 62, 92].map((y) => `M8 ${y}c14-10 14 12 26 4s14 12 28 2 12 8 28 0`).join(""), 4],
  toenail: [
    [20, 44, 68, 92]
      .map(
        (y) =>
          `M${10 + (y % 5) * 4} ${y}q8-12 16 0q-8-5-16 0Zm32 6q8-12 16 0q-8-5-16 0Zm28-8q8-12 16 0q-8-5-16 0Z`,
      )
      .join(""),
  ],
  dust_bunny: [
    [30, 51, 72, 93]
      .flatMap((y) => [12, 29, 46, 63, 80].map((x) => `M${x + (y % 4) * 2} ${y}l3 7m1-8l2 7`))
      .join(""),
    2.2,
  ],
  lint: [
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
      .map((i) => `M${i * 18 - 40} 112l90-98M${150 - i * 18} 112l-90-98`)
      .join(""),
    2,
  ],
  anything: [""],
  sorbet: [
    "M50 66h90V26Zm0 0V-33H90Zm0 0H-40v40Zm0 0v90H10Zm0 0 90 30v40Zm0 0-90-30V-4Zm0 0 30 90h40Zm0 0L20-33H-20Z",
  ],
};

const paper = (inside: Art) => (
  <>
    <rect class="bare" x="1.5" y="3.5" width="97" height="118" rx="11" fill={INK} opacity=".2" />
    <rect class="paper" x="2" y="2" width="96" height="116" rx="11" />
    {cut("M13 6H87q7 0 7 7v94q0 7-7 7H13q-7 0-7-7V13q0-7 7-7Z", inside)}
  </>
);

const front = (card: Card, k: Tones) => {
  const [d, width] = TEXTURES[card];
  return (
    <>
      {paper(
        <>
          {area("M0 0h100v122H0Z", k.soft)}
          <g opacity=".42">
            {width ? stripe(d, k.fill, width) : area(d, k.shade)}
            {card === "anything" && turned("translate(-10 -6)", confetti())}
          </g>
        </>,
      )}
      {isEater(card) ? (
        <>
          {placed("on-card", "1.6 22.4) scale(.79", `eater-${card}-hungry`)}
          <circle class="paper" cx="81" cy="19" r="17" />
          {placed("in-corner", "67.5 5.5) scale(.5625", `food-${card}`)}
        </>
      ) : (
        placed("on-plate", "11 23) scale(1.62", "food-sorbet")
      )}
    </>
  );
};

const back = (fill: string, shade: string, art: Art) => (
  <>
    {paper([area("M0 0h100v122H0Z", fill), stripe(TEXTURES.lint[0], shade, 5)])}
    {turned("translate(0 3)", art)}
  </>
);

const grin = () => [
  shape("M-24-8Q0-20 24-10C26 12 14 24 0 24-16 24-26 12-24-8Z", GUM),
  [-15, -5, 5, 15].map((x) => tooth(x, Math.abs(x) * 0.15 - 12, 9, 12)),
  spot(2, 18, 11, TONGUE, 6),
];

/** Every picture, to be used by its name. */
export function Pictures() {
  return (
    <svg class="pictures" aria-hidden="true" focusable="false">
      <defs>
        {CARDS.map((card) => (
          <>
            <g id={`food-${card}`}>{FOODS[card](TONES[card])}</g>
            <g id={`card-${card}`}>{front(card, TONES[card])}</g>
            {isFood(card) && <g id={`dish-${card}`}>{dish(card, TONES[card])}</g>}
            {isFood(card) && <g id={`table-${card}`}>{table(card, TONES[card])}</g>}
            {isEater(card) && <g id={`body-${card}`}>{[shadow(), BODIES[card](TONES[card])]}</g>}
            {isEater(card) &&
              MOODS.map((mood) => (
                <g id={`eater-${card}-${mood}`}>
                  <use href={`#body-${card}`} />
                  {FACES[card]({ mood, skin: TONES[card].fill }, TONES[card])}
                </g>
              ))}
          </>
        ))}
        <g id="card-hidden">{back("#5c397d", "#43265f", turned("translate(50 56)", grin()))}</g>
        <g id="table-hidden">
          {back("#a93312", "#8a2409", [
            disc(50, 56, 25, WHITE),
            disc(50, 56, 16, "#f3eadc", "thin"),
            stripe(
              "M17 40V52q0 5 4 5V79m4-39V52q0 5-4 5m0-17V52M80 40q-6 6-4 20h4V80",
              "#fdeb9b",
              3.2,
            ),
          ])}
        </g>
        <g id="eaten">
          {plate()}
          {area(
            "M44 50l5 1-2 4ZM66 62l6 2-5 3ZM52 74l4-1 1 4ZM74 46l3 3-4 1ZM40 66l3 2-3 2Z",
            "#b98f5a",
          )}
          {stripe("M34 70Q44 82 58 80", "#d9a15d", 4)}
        </g>
      </defs>
    </svg>
  );
}

interface PictureProps {
  box: string;
  look: string;
  /** Where it lies, for cards that travel: see motion.ts. */
  at?: string | undefined;
  children: Art;
}

const Picture = ({ box, look, at, children }: PictureProps) => (
  <svg
    class={`art ${look}`}
    viewBox={`0 0 ${box}`}
    data-at={at}
    aria-hidden="true"
    focusable="false"
  >
    {children}
  </svg>
);
const used = (name: string, look: string, box: string, at?: string) => (
  <Picture look={look} box={box} at={at}>
    <use href={`#${name}`} />
  </Picture>
);

/** A card, and the zone it lies in. */
interface Lying {
  card: string;
  zone?: string | undefined;
}
const at = ({ card, zone }: Lying) => zone && `${zone} ${card}`;

export const EaterPicture = ({ mood, ...lying }: Lying & { mood: Mood }) =>
  used(`eater-${lying.card}-${mood}`, "", "120 120", at(lying));
/** A card, face up or, for "hidden", its back. */
export const CardPicture = (lying: Lying) =>
  used(`card-${lying.card}`, "card-art", "100 122", at(lying));
export const TableBack = () => used("table-hidden", "card-art", "100 122");
export const TablePicture = (lying: Lying) => used(`table-${lying.card}`, "", "120 120", at(lying));
export const DishPicture = (lying: Lying) => used(`dish-${lying.card}`, "", "120 120", at(lying));
export const EmptyPlate = () => used("eaten", "", "120 120");
/** The round sign of a food, readable on any ground. */
export const Badge = (lying: Lying) => (
  <Picture look="badge" box="48 48" at={at(lying)}>
    <circle class="paper" cx="24" cy="24" r="22" />
    {placed("in-badge", "6.2 6.2) scale(.74", `food-${lying.card}`)}
  </Picture>
);
export const Crest = () => (
  <Picture look="crest" box="64 64">
    <rect x="2" y="2" width="60" height="60" rx="17" fill="#5c397d" />
    {turned("translate(32 36) scale(.78)", grin())}
    {disc(24, 16, 5.5, WHITE)}
    {disc(41, 15, 6.5, WHITE)}
    {spot(25, 17, 2.5, INK)}
    {spot(41, 16, 3, INK)}
  </Picture>
);

const FACES_OF: Record<Mood, Eater> = {
  hungry: "lint",
  fed: "sludge",
  unfed: "brain",
  scared: "toenail",
};
/** Who says what is the matter (see Game.face). */
export const face = (mood: Mood) => (
  <span class="face">
    <EaterPicture card={FACES_OF[mood]} mood={mood} />
  </span>
);

/** The badge and the colour of a card or a dish, by its key or that of its name. */
export function sign(key: string): Sign | undefined {
  const card = key.replace(/.*\./, "");
  const colours = TONES[card as Card];
  return colours && { picture: <Badge card={card} />, colour: colours.fill };
}
