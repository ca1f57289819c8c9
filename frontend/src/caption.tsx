/** The explanation of a step: its number, what happened, how likely it was, who is next, and the rules it follows. */
import { Badge } from "./branches";
import { Icon } from "./icons";
import { Button, Group, Who } from "./parts";
import { nextText } from "./reading";
import { useRoving } from "./roving";
import type { ViewState } from "./view";

export function Caption({ view }: { view: ViewState }) {
  const { store } = view;
  const words = store.words.value;
  const frame = view.frame.value;
  if (!frame) return null;
  const { earlier, main, chance } = view.reading.value;
  const acting = frame.view.acting_players.filter((player) => player >= 0);
  const place = words.text("common.ui.step_of", {
    n: view.shown.value,
    last: view.store.last.value,
  });
  return (
    <div class="caption">
      <h3 class="stp">
        {place}
        {store.owner(view.shown.value) && <Badge id={store.owner(view.shown.value)} />}
        {view.previewing.value && (
          <span class="chip preview">
            <Icon name="eye" />
            {words.text("common.ui.preview")}
          </span>
        )}
      </h3>
      {earlier.length > 0 && (
        <ul class="earlier">
          {earlier.map((sentence) => (
            <li key={sentence.first}>{sentence.text}</li>
          ))}
        </ul>
      )}
      {main.map((sentence) => (
        <p class="say" key={sentence.first}>
          {sentence.text}
        </p>
      ))}
      {chance && (
        <p class="chance">
          {words.text("common.ui.chance_was", { chance: [chance.numerator, chance.denominator] })}
        </p>
      )}
      <p class="next">
        {acting.map((player) => (
          <Who key={player} player={player} words={words} small />
        ))}
        {nextText(words, frame)}
      </p>
      <Rules view={view} />
    </div>
  );
}

/** Which rule says so: one button per rule, its text below when opened. Open stays open from step to step. */
function Rules({ view }: { view: ViewState }) {
  const words = view.store.words.value;
  const info = view.store.info.value;
  const roving = useRoving<HTMLFieldSetElement>();
  const { rules } = view.reading.value;
  if (rules.length === 0) return null;
  const chosen = rules.includes(view.rule.value) ? view.rule.value : (rules[0] as string);
  const open = view.ruleOpen.value ? chosen : null;
  const toggle = (rule: string) => {
    view.ruleOpen.value = open !== rule;
    view.rule.value = rule;
  };
  const { status = "", source = "" } = info.rules[chosen] ?? {};
  const origin =
    status === "derived"
      ? words.text("common.ui.follows", { items: words.join(source.split(/\s+/).filter(Boolean)) })
      : source && words.word("source", source);
  return (
    <div class="rules">
      <Group class="rule-buttons" aria-label={words.text("common.ui.rules")} {...roving}>
        {rules.map((rule) => (
          <Button
            key={rule}
            icon="rule"
            class="small"
            rove
            aria-expanded={rule === open ? "true" : "false"}
            onClick={() => toggle(rule)}
          >
            {words.text("common.ui.rule", { id: rule })}
          </Button>
        ))}
      </Group>
      {open && (
        <div class="rule">
          <p>{words.word("rule", open)}</p>
          <p class="cite">
            {words.text(`common.status.${status}`)}
            {origin && ` · ${origin}`}
          </p>
        </div>
      )}
    </div>
  );
}
