/** The kinds of Monster Café, and their colours. */
import type { Tones } from "./shapes";

const tones = (fill: string, shade: string, light: string, soft: string): Tones => ({
  fill,
  shade,
  light,
  soft,
});

/** Colours, by card key. Never the only thing that tells kinds apart: each has a food and a texture too. */
export const TONES = {
  sludge: tones("#8ec27d", "#69a35b", "#b6dca6", "#e4f1da"),
  stinky_sock: tones("#3a70bd", "#2a5596", "#6f9bdb", "#dbe6f6"),
  eyeball: tones("#e95e38", "#c34320", "#f58c69", "#fde2d7"),
  roadkill: tones("#875121", "#673b14", "#ad7743", "#eeddcb"),
  brain: tones("#f1acba", "#d9869a", "#f9cdd6", "#fce6ea"),
  toenail: tones("#fbdc58", "#dfb62c", "#fdeb9b", "#fdf3cf"),
  dust_bunny: tones("#bdc1e5", "#979dcc", "#dcdff3", "#ebecf8"),
  lint: tones("#26998e", "#18766d", "#58bfb4", "#d3eeea"),
  anything: tones("#5c397d", "#43265f", "#8760ab", "#e6dbf1"),
  sorbet: tones("#fff3a0", "#fbdc58", "#fffbe0", "#fffbe0"),
};
export type Card = keyof typeof TONES;
export type Eater = Exclude<Card, "sorbet">;
export type Food = Exclude<Eater, "anything">;

export const CARDS = Object.keys(TONES) as Card[];
export const isEater = (card: Card): card is Eater => card !== "sorbet";
export const isFood = (card: Card): card is Food => isEater(card) && card !== "anything";
