/** The numbers of a picture as a table, for all who want or need them so. */
import type { LabSeat } from "../contract";
import type { Words } from "../messages";
import { Group } from "../parts";
import { labelOf, numberOf, offBy, shareOf } from "./telling";

export function Numbers({ seat, n, words }: { seat: LabSeat; n: number; words: Words }) {
  const known = seat.exact_mean !== null;
  const ui = (name: string) => words.text(`lab.ui.${name}`);
  const off = (x: number | null) =>
    x === null ? "–" : `${x > 0.05 ? "+" : ""}${words.rounded(x, 1)}`;
  return (
    <section class="numbers" aria-label={ui("numbers")}>
      <h3>{ui("numbers")}</h3>
      {/* what scrolls must be reached with the keyboard */}
      <Group class="scroll" aria-label={ui("numbers")} tabIndex={0}>
        <table class="cmp num">
          <thead>
            <tr>
              <th scope="col">{ui("value")}</th>
              <th scope="col">{ui("simulated")}</th>
              {known && <th scope="col">{ui("exact")}</th>}
              {known && <th scope="col">{ui("difference")}</th>}
            </tr>
          </thead>
          <tbody>
            {seat.rows.map((row) => (
              <tr key={labelOf(words, row)}>
                <th scope="row">{labelOf(words, row)}</th>
                <td>
                  {shareOf(words, row, n)} <small>{words.grouped(row.count)}</small>
                </td>
                {row.exact && <td>{words.share(numberOf(row.exact))}</td>}
                {row.exact && <td>{off(offBy(row, n))}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </Group>
      {known && <p class="cite">{ui("difference_note")}</p>}
    </section>
  );
}
