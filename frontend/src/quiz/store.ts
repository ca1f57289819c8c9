/** One store per quiz, shared by all its views. With Python it judges; in a page without, what is here does. */
import { batch, computed, type Signal, signal } from "@preact/signals";
import type {
  Info,
  QuizAnswer,
  QuizIntent,
  QuizKey,
  QuizQuestion,
  QuizSheet,
  QuizVerdict,
} from "../contract";
import { Words } from "../messages";
import { type Model, unpack } from "../model";
import { Session } from "../session";
import { type Given, judge, unreadable } from "./judge";

const NO_SHEET: QuizSheet = { quiz: "", name: "", title: null, questions: [] };
const NOTHING: QuizAnswer = { answer: null, tries: 0, hints: 0 };

export class QuizStore extends Session {
  readonly sheet = signal<QuizSheet>(NO_SHEET);
  readonly feedback: Signal<string>;
  readonly verdicts: Signal<Record<string, QuizVerdict>>;
  readonly answers: Signal<Record<string, QuizAnswer>>;
  readonly finished: Signal<boolean>;
  readonly code: Signal<string>;
  readonly current: Signal<number>;
  /** What is being answered, and not yet given. */
  readonly drafts = signal<Record<string, Given>>({});
  /** Where an item was moved to, to be said. */
  readonly moved = signal("");
  /** What is wrong with a draft in a page without Python. */
  readonly complaint = signal<QuizVerdict | null>(null);
  readonly question = computed(() => this.sheet.value.questions[this.current.value]);
  private readonly practice: Record<string, QuizKey>;

  constructor(model: Model) {
    super(model);
    this.feedback = this.mirror("feedback", "now");
    this.verdicts = this.mirror("verdicts", {});
    this.answers = this.mirror("answers", {});
    this.finished = this.mirror("finished", false);
    this.code = this.mirror("code", "");
    this.current = this.mirror("current", 0);
    this.practice = this.get("practice", {});
    this.listen("sheet", () => void this.load());
    void this.load();
  }

  wordsOf(info: Info): Words {
    return new Words(this.messages.value, info, this.locale.value);
  }

  done(id: string): QuizAnswer {
    return this.answers.value[id] ?? NOTHING;
  }

  draft({ id, kind, options }: QuizQuestion): Given | undefined {
    const given = this.drafts.value[id] ?? this.done(id).answer;
    return given ?? (kind === "order" ? options.map((option) => option.id) : undefined);
  }

  setDraft(id: string, given: Given): void {
    this.complaint.value = null;
    this.drafts.value = { ...this.drafts.value, [id]: given };
  }

  triesLeft({ id, tries }: QuizQuestion): number | null {
    if (this.feedback.value !== "now" || tries === null) return null;
    return Math.max(0, tries - this.done(id).tries);
  }

  /** Nothing can be answered any more. */
  isOver(question: QuizQuestion): boolean {
    if (this.finished.value) return true;
    const right = this.verdicts.value[question.id]?.right === true;
    return this.feedback.value === "now" && (right || this.triesLeft(question) === 0);
  }

  goto(number: number): void {
    const last = this.sheet.value.questions.length - 1;
    this.current.value = Math.min(Math.max(0, number), last);
    this.complaint.value = null;
    this.write({ current: this.current.value });
  }

  answer(question: QuizQuestion): void {
    const given = this.draft(question);
    if (given === undefined || given === "" || this.isOver(question)) return;
    if (!this.isStatic) {
      this.wish("answer", question.id, given);
      return;
    }
    const problem = question.kind === "number" ? unreadable(String(given), question.chance) : null;
    const key = this.practice[question.id];
    const done = this.done(question.id);
    if (this.feedback.value === "now" && key) {
      const tries = done.tries + (judge(key, given).right === null ? 0 : 1);
      this.note(question.id, { ...done, answer: given, tries });
    } else if (problem) this.complaint.value = problem;
    else this.note(question.id, { ...done, answer: given, tries: done.tries + 1 });
  }

  hint(question: QuizQuestion): void {
    const done = this.done(question.id);
    if (done.hints >= question.hints.length || this.finished.value) return;
    if (!this.isStatic) {
      this.wish("hint", question.id, null);
      return;
    }
    this.note(question.id, { ...done, hints: done.hints + 1 });
  }

  finish(): void {
    if (!this.isStatic) {
      this.wish("finish", "", null);
      return;
    }
    batch(() => {
      this.finished.value = true;
      this.tell();
    });
    this.write({ finished: true });
  }

  /** The answers as a text to hand in, where no Python makes a code of them. */
  text(): string {
    const { quiz, name, questions } = this.sheet.value;
    const answers = Object.fromEntries(questions.map(({ id }) => [id, this.done(id)]));
    return JSON.stringify({ format: "monster_widgets.answers", version: 1, quiz, name, answers });
  }

  private wish(action: string, question: string, answer: Given | null): void {
    if (this.acting.pending.value) return;
    this.write({ intent: this.acting.ask<QuizIntent>({ do: action, question, answer }) });
  }

  private note(id: string, done: QuizAnswer): void {
    batch(() => {
      this.answers.value = { ...this.answers.value, [id]: done };
      this.tell();
    });
    this.write({ answers: this.answers.value });
  }

  /** In a page without Python: what may be said of the answers, as Python would say it. */
  private tell(): void {
    if (this.feedback.value === "never" || (this.feedback.value === "end" && !this.finished.value))
      return;
    const found: Record<string, QuizVerdict> = {};
    for (const question of this.sheet.value.questions) {
      const { id, tries } = question;
      const [done, key] = [this.done(id), this.practice[id]];
      if (!key || (done.answer === null && !this.finished.value)) continue;
      const verdict: QuizVerdict =
        done.answer === null
          ? { right: false, key: "quiz.verdict.not_answered", values: {}, shown: null, more: null }
          : judge(key, done.answer);
      const usedUp = this.finished.value || (tries !== null && done.tries >= tries);
      const right = verdict.right === true;
      found[id] = {
        ...verdict,
        shown: usedUp && !right ? key.shown : null,
        more: usedUp || right ? key.more : null,
      };
    }
    this.verdicts.value = found;
  }

  private async load(): Promise<void> {
    const raw = this.model.get("sheet");
    const sheet = await unpack<QuizSheet>(raw, NO_SHEET);
    await this.worded;
    if (raw === this.model.get("sheet")) this.sheet.value = sheet;
  }
}
