/** Exact chances beside the board: each row a name, its fraction and a bar. */
import type { OddsRow, OddsTable } from "./contract";
import type { Game, Sign } from "./game";
import type { Words } from "./messages";
import { Button } from "./parts";
import type { ViewState } from "./view";

export function Odds({ view, game }: { view: ViewState; game: Game }) {
  const { store } = view;
  const words = store.words.value;
  const tables = view.frame.value?.odds ?? [];
  if (!store.frames.value?.some((frame) => frame.odds?.length)) return null;
  const shown = store.showOdds.value;
  return (
    <section class="odds" aria-label={words.text("common.ui.odds")}>
      <div class="panel-head">
        <h3>{words.text("common.ui.odds")}</h3>
        <Button
          class="small"
          aria-expanded={shown ? "true" : "false"}
          onClick={() => store.setShowOdds(!shown)}
        >
          {words.text(shown ? "common.ui.hide" : "common.ui.show")}
        </Button>
      </div>
      {shown && view.covered.value && (
        <p class="veil quiet-line">{words.text("common.predict.cover_odds")}</p>
      )}
      {shown &&
        !view.covered.value &&
        tables.map((table) => (
          <Table key={table.title.key} table={table} words={words} sign={game.sign} />
        ))}
      {shown && !view.covered.value && tables.length === 0 && (
        <p class="quiet-line">{words.text("common.ui.no_odds")}</p>
      )}
    </section>
  );
}

const share = (row: OddsRow): number => Number(row.numerator) / Number(row.denominator);

interface TableProps {
  table: OddsTable;
  words: Words;
  sign: Game["sign"];
}

/** The name of a row, behind its small picture if it has one. */
export const Named = ({ sign, name }: { sign: Sign | undefined; name: string }) => (
  <th scope="row">
    <span>
      {sign?.picture}
      {name}
    </span>
  </th>
);

function Table({ table, words, sign }: TableProps) {
  const most = Math.max(...table.rows.map(share), 1e-9); // bars compare the rows of one table
  return (
    <table
      class={table.rows.some((row) => sign?.(row.label.key)) ? "bars signed" : "bars unsigned"}
    >
      <caption>
        {words.text(table.title.key, table.title.values)}{" "}
        <small>({words.word("method", table.method)})</small>
      </caption>
      <tbody>
        {table.rows.map((row) => {
          const [fraction, percent] = words.ratio(row.numerator, row.denominator);
          const look = sign?.(row.label.key);
          return (
            <tr key={row.label.key + JSON.stringify(row.label.values)}>
              <Named sign={look} name={words.text(row.label.key, row.label.values)} />
              <td class="bar" aria-hidden="true">
                <i style={{ width: `${(100 * share(row)) / most}%`, background: look?.colour }} />
              </td>
              <td class="num val">
                <span>{fraction}</span> <span class="about">({percent})</span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
