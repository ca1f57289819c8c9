/** The head of the frame: the game, whose turn it is, marks, languages, the list of keys. */
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Lines } from "./branches";
import { Icon } from "./icons";
import { KEY_LIST } from "./keys";
import type { Look } from "./look";
import { Button, type ButtonProps, Group, Who } from "./parts";
import { nextText, titleOf } from "./reading";
import { useRoving } from "./roving";
import type { ViewState } from "./view";

export function Header({ view, Crest }: { view: ViewState; Crest: ComponentType | undefined }) {
  const { store } = view;
  const words = store.words.value;
  const info = store.info.value;
  const frame = view.frame.value;
  const subtitle = `${info.head}.subtitle`;
  return (
    <header class="mw-head">
      <h2 class="mw-title">
        {Crest && <Crest />}
        <span>
          {titleOf(words, info, frame)}
          {frame && words.has(subtitle) && <small>{words.text(subtitle, frame.view.values)}</small>}
        </span>
      </h2>
      {frame && (
        <div class="mw-turn">
          {frame.view.acting_players
            .filter((player) => player >= 0)
            .map((player) => (
              <Who key={player} player={player} words={words} />
            ))}
          <span>{nextText(words, frame)}</span>
        </div>
      )}
      {(info.branch || info.undone) && (
        <div class="marks">
          {info.branch && (
            <span class="chip">
              <Icon name="branch" />
              {words.text("common.ui.branch", { ...info.branch })}
            </span>
          )}
          {info.undone && (
            <span class="chip">
              <Icon name="undo" />
              {words.text("common.ui.undone")}
            </span>
          )}
        </div>
      )}
      <Lines view={view} />
      <Tools look={view} keys />
    </header>
  );
}

/** Language, size, the whole screen, and where there are any the list of keys. */
export function Tools({ look, keys = false }: { look: Look; keys?: boolean }) {
  const { store } = look;
  const words = store.words.value;
  const roving = useRoving<HTMLDivElement>();
  const large = store.size.value === "projector";
  return (
    <div class="mw-tools" {...roving}>
      {store.locales.value.length > 1 && (
        <Group aria-label={words.text("common.ui.language")}>
          {store.locales.value.map((locale) => (
            <Button
              key={locale}
              class="quiet"
              lang={locale}
              rove={locale === store.locale.value ? "on" : true}
              aria-pressed={locale === store.locale.value ? "true" : "false"}
              title={words.text(`common.ui.language_${locale}`)}
              onClick={() => store.setLocale(locale)}
            >
              {locale.toUpperCase()}
            </Button>
          ))}
        </Group>
      )}
      <Tool
        icon="big"
        name={words.text("common.ui.projector")}
        aria-pressed={large ? "true" : "false"}
        onClick={() => store.setSize(large ? "normal" : "projector")}
      />
      {document.fullscreenEnabled && (
        <Tool
          icon={look.full.value ? "small" : "full"}
          name={words.text(look.full.value ? "common.ui.full_end" : "common.ui.full")}
          onClick={(event) =>
            look.full.value
              ? document.exitFullscreen().catch(() => {})
              : event.currentTarget
                  .closest(".mw")
                  ?.requestFullscreen()
                  .catch(() => {})
          }
        />
      )}
      {keys && (
        <Tool
          icon="keys"
          name={words.text("common.ui.keys")}
          aria-expanded={look.help.value ? "true" : "false"}
          onClick={() => {
            look.help.value = !look.help.value;
          }}
        />
      )}
    </div>
  );
}

const Tool = ({ name, ...rest }: ButtonProps & { name: string }) => (
  <Button class="quiet" rove title={name} aria-label={name} {...rest} />
);

/** The list of keys; takes the focus when it opens and gives it back when it closes. */
export function KeyList({ view }: { view: ViewState }) {
  const words = view.store.words.value;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = box.current?.getRootNode() as ShadowRoot;
    const before = root.activeElement as HTMLElement | null;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView?.({ block: "nearest" });
    return () => {
      const lost = !root.activeElement || root.activeElement === box.current;
      if (lost) before?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      class="keys"
      role="dialog"
      tabIndex={-1}
      ref={box}
      aria-label={words.text("common.ui.keys")}
    >
      <div class="panel-head">
        <h3>{words.text("common.ui.keys")}</h3>
        <Button
          class="small quiet"
          icon="close"
          aria-label={words.text("common.ui.close")}
          onClick={() => {
            view.help.value = false;
          }}
        />
      </div>
      <dl>
        {KEY_LIST.map(([key, name]) => (
          <div key={name}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words.text(`common.ui.key_${name}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
