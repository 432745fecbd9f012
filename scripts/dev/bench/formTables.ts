import type { Samples } from "./samples.ts";
import type { Table } from "./table.ts";

/** What was measured, and what the samples of a contender are named. */
const ROWS: [string, string][] = [
  ["Keystroke to paint, one line of text", "line"],
  ["Keystroke to paint, in 10,000 characters", "text"],
  ["The same with errors shown, one line", "line with errors"],
  ["The same with errors shown, 10,000 characters", "text with errors"],
  ["Longest task once typing rests, one line (0: below 50)", "line rest"],
  ["Longest task once typing rests, 10,000 characters", "text rest"],
  ["Open the list of all 8,149 hydrologic units", "all list"],
  ["Keystroke to paint, searching all units", "all search"],
  ["Choose one of all units", "all pick"],
  ["Choose one of the units found", "all pick found"],
  ["Open the list of the region's 1,849 units, 200 chosen", "region list"],
  ["Choose one more of the region's units, 200 chosen", "region pick"],
  ["Validation alone, largest record", "validation"],
  ["Validation alone, the first time", "first validation"],
  ["Press on Save to its errors painted", "save"],
  ["Open the form, nothing cached, to its fields filled", "open"],
];

/** The form's measurements beside a bare input and a plain form. */
export function formTables(samples: Samples): Table[] {
  const digitsOf = (what: string) => (what.includes("validation") ? 1 : 0);
  return [
    {
      title: "The form, in milliseconds",
      note: "The largest record: texts of 10,000 characters, 200 hydrologic units of the region with most, 12 contacts. The peer is RJSF with its Material UI theme, as it comes, of the same schema and values; its units are an enum.",
      columns: ["", "Portal", "Plain RJSF + MUI", "Bare input"],
      rows: ROWS.map(([words, what]) => [
        words,
        ...["portal", "plain", "bare"].map((name) => samples.cell(`${name} ${what}`, digitsOf(what))),
      ]),
    },
  ];
}
