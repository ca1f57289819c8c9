/** What the front end of every widget shares: words, language, theme, size, and wishes that Python answers. */
import { computed, type Signal, signal } from "@preact/signals";
import { Acting } from "./acting";
import type { Info } from "./contract";
import { type Messages, Words } from "./messages";
import { isPacked, type Model, readInfo, type Traits, unpack } from "./model";

export class Session {
  readonly acting: Acting;
  readonly info: Signal<Info>;
  readonly locale: Signal<string>;
  readonly theme: Signal<string>;
  readonly size: Signal<string>;
  readonly isStatic: boolean;
  readonly words = computed(
    () => new Words(this.messages.value, this.info.value, this.locale.value),
  );
  readonly locales = computed(() => Object.keys(this.messages.value));
  /** The words are there. */
  protected worded: Promise<void> | undefined;
  protected readonly messages = signal<Messages>({});
  protected readonly undo: (() => void)[] = [];
  private views = 0;

  constructor(protected readonly model: Model) {
    this.isStatic = this.get("_static", false);
    this.info = signal(readInfo(model));
    this.readMessages();
    this.locale = this.mirror("locale", "en");
    this.theme = this.mirror("theme", "auto");
    this.size = this.mirror("size", "normal");
    this.acting = new Acting(model);
    this.listen("messages", () => this.readMessages());
    this.listen("answered", () => this.onAnswered());
    this.listen("error", () => this.acting.onError());
  }

  setLocale(locale: string): void {
    this.locale.value = locale;
    this.write({ locale });
  }

  setSize(size: string): void {
    this.size.value = size;
    this.write({ size });
  }

  /** A view was opened; the function returned closes it. */
  open(): () => void {
    this.views++;
    return () => {
      if (--this.views === 0) this.onUnseen();
    };
  }

  dispose(): void {
    for (const undo of this.undo.splice(0)) undo();
    this.acting.dispose();
  }

  /** The last view was closed. */
  protected onUnseen(): void {}

  protected onAnswered(): void {
    this.acting.onAnswered();
  }

  protected get seen(): boolean {
    return this.views > 0;
  }

  protected get<K extends keyof Traits>(name: K, otherwise: Traits[K]): Traits[K] {
    return this.model.get(name) ?? otherwise;
  }

  protected listen(trait: string, callback: () => void): void {
    this.model.on(`change:${trait}`, callback);
    this.undo.push(() => this.model.off(`change:${trait}`, callback));
  }

  /** A signal that follows a trait. */
  protected mirror<K extends keyof Traits>(trait: K, otherwise: Traits[K]): Signal<Traits[K]> {
    const target = signal(this.get(trait, otherwise));
    this.listen(trait, () => {
      target.value = this.model.get(trait) ?? (otherwise === null ? otherwise : target.value);
    });
    return target;
  }

  protected write(traits: Partial<Traits>): void {
    try {
      for (const [name, value] of Object.entries(traits))
        this.model.set(name as keyof Traits, value as never);
      this.model.save_changes();
    } catch {
      // no kernel: what can be shown is shown
    }
  }

  private readMessages(): void {
    const raw = this.model.get("messages") ?? {};
    if (!isPacked(raw)) this.messages.value = raw;
    else
      this.worded = unpack<Messages>(raw, {}).then((messages) => {
        this.messages.value = messages;
      });
  }
}
