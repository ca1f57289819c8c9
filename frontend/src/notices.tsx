/** What went wrong, in the reader's language: Python silent, an action refused, a board that cannot be drawn. */
import { Component, type ComponentChildren } from "preact";
import { Icon, type IconName } from "./icons";
import type { Words } from "./messages";
import { Button } from "./parts";
import type { Session } from "./session";

interface NoticeProps {
  store: Session;
  face?: ComponentChildren;
}

/** Python does not answer: what is there can be read. The status element is always there, so that its change is announced. */
export function Gone({
  store,
  face,
  more = "common.error.gone_more",
  children,
}: NoticeProps & { more?: string; children?: ComponentChildren }) {
  const words = store.words.value;
  return (
    <div role="status" class="note-place">
      {store.acting.gone.value && (
        <Note look="warn" icon="plug" title={words.text("common.error.gone")} face={face}>
          {words.text(more)}
        </Note>
      )}
      {children}
    </div>
  );
}

export function Refused({ store, face }: NoticeProps) {
  const words = store.words.value;
  const refusal = store.acting.refusal.value;
  if (!refusal) return null;
  return (
    <div role="alert" class="state bad" key={refusal.intent}>
      {face}
      <Icon name="warn" />
      <div>
        <p>{words.text(refusal.key, refusal.values)}</p>
        {refusal.rule && (
          <p class="cite">
            {words.text("common.ui.rule", { id: refusal.rule })}: {words.word("rule", refusal.rule)}
          </p>
        )}
      </div>
      <Button
        class="small quiet"
        icon="close"
        aria-label={words.text("common.ui.dismiss")}
        onClick={() => store.acting.dismiss()}
      />
    </div>
  );
}

interface NoteProps {
  look: "warn" | "bad" | "plain";
  title: string;
  icon?: IconName;
  face?: ComponentChildren;
  children?: ComponentChildren;
}

export function Note({ look, title, icon, face, children }: NoteProps) {
  return (
    <div class={`state ${look}`}>
      {face}
      {icon && <Icon name={icon} />}
      <div>
        <p class="title">{title}</p>
        {children && <p>{children}</p>}
      </div>
    </div>
  );
}

/** A board that throws leaves a note in its place, and is tried again at the next step. */
export class Guard extends Component<{ words: Words; step: unknown; children: ComponentChildren }> {
  override state: { failed: { step: unknown } | null } = { failed: null };

  override componentDidCatch(error: unknown) {
    console.error(error);
    this.setState({ failed: { step: this.props.step } });
  }

  override render() {
    const { words, step, children } = this.props;
    const { failed } = this.state;
    if (failed === null || failed.step !== step) return children;
    return (
      <div role="alert">
        <Note look="bad" icon="warn" title={words.text("common.error.board")}>
          {words.text("common.error.board_more")}
        </Note>
      </div>
    );
  }
}
