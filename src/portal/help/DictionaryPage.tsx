import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Fragment, type ReactNode } from "react";
import {
  dataDictionary,
  type DictionaryRow,
  type DictionaryRule,
} from "../../contract/schema/dataDictionary.ts";
import { schemaOf, sectionTitles } from "../../contract/schema/fields.ts";
import { fieldTitle } from "../recordName.ts";
import { routes } from "../routes.ts";
import { MONOSPACE } from "../theme.ts";
import { PageFrame } from "../ui/PageFrame.tsx";
import { useLedTo } from "../ui/useLedTo.ts";
import { FieldLinks } from "./TextPage.tsx";

const schema = schemaOf("metadata");
const rows = dataDictionary(schema);

/** Every field under the sections of the form, in their order; fields that nobody types come last. */
const sections = [...sectionTitles(schema), undefined]
  .map((title) => ({
    title: title ?? "Filled in by the portal",
    rows: rows.filter(({ section }) => section === title),
  }))
  .filter((section) => section.rows.length > 0);

/** What each field of a record means, what it must hold, and what it is called elsewhere: all as the schema says. */
export function DictionaryPage() {
  useLedTo("", undefined, showField);
  return (
    <PageFrame title="What each field means" back={{ to: routes.about, label: "About" }}>
      <Typography sx={{ mb: 2 }}>
        Every field of a metadata record: what to enter, what is checked and what is said when it does not
        fit, and the names the field has in the data services and in the metadata YAML file.
      </Typography>
      <Paper component="nav" aria-label="Fields" variant="outlined" sx={contents}>
        {sections.map(({ title, rows: fields }) => (
          <Box key={title} sx={{ breakInside: "avoid" }}>
            <strong>{title}</strong>
            <FieldLinks rows={fields} />
          </Box>
        ))}
      </Paper>
      {sections.map(({ title, rows: fields }) => (
        <section key={title} aria-label={title}>
          <Typography variant="h2" sx={{ mt: 5, mb: 1.5 }}>
            {title}
          </Typography>
          <Paper variant="outlined" sx={{ overflow: "hidden" }}>
            {fields.map((row) => (
              <FieldEntry key={row.name} row={row} />
            ))}
          </Paper>
        </section>
      ))}
    </PageFrame>
  );
}

/** The heading at the window's top, with what is said under it. */
function showField(heading: HTMLElement): void {
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}

const contents = {
  columnWidth: "240px",
  columnGap: 3,
  p: { xs: 2, sm: 3 },
  pb: 1,
  "& ul": { m: 0, mb: 2, p: 0, listStyle: "none" },
  "& li": { py: 0.375 },
};

/** All there is to know of one field. Its heading takes the focus when the page is opened at it. */
export function FieldEntry({ row }: { row: DictionaryRow }) {
  const { name, label, help, kind, isRequired, derivedFrom } = row;
  const need = derivedFrom
    ? `follows from “${fieldTitle(derivedFrom)}”`
    : isRequired
      ? "required"
      : "optional";
  return (
    <Box component="article" aria-labelledby={name} sx={entry}>
      <Typography id={name} variant="h3" tabIndex={-1} sx={{ outline: "none", scrollMarginTop: "88px" }}>
        {label}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {`${kind}, ${need}`}
      </Typography>
      {help && <Typography sx={{ mt: 1 }}>{help}</Typography>}
      <Box component="dl" sx={facts}>
        {factsOf(row).map(([term, fact]) => (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </Fragment>
        ))}
      </Box>
    </Box>
  );
}

/** What is known of a field, each under its name. */
function factsOf(row: DictionaryRow): [term: string, fact: ReactNode][] {
  const { name, rules, choices, source, unit, access, read, write, codec, yaml, default: given } = row;
  const facts: [string, ReactNode][] = [
    [rules.length === 1 ? "Rule" : "Rules", rules.length > 0 && <RuleList rules={rules} />],
    ["Choices", source === undefined ? choices.join(", ") : `the list of ${spaced(source)}`],
    ["Unit", unit],
    ["Access", access],
    ["At first", given !== undefined && valueText(given)],
    ["Example", <code>{valueText(row.example)}</code>],
    ["In the portal", <code>{name}</code>],
    ["In answers", read.length > 0 && <code>{read.join(" or ")}</code>],
    ["In saves", write.length > 0 && <code>{write.join(" or ")}</code>],
    ["Travels as", codec !== undefined && spaced(codec)],
    ["In the YAML", yaml !== undefined && <code>{yaml}</code>],
  ];
  return facts.filter(([, fact]) => Boolean(fact));
}

/** Lists as people write them; what has parts as it stands in a file. */
function valueText(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((entry) => typeof entry !== "object")) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** "hydrologicUnits" is said "hydrologic units". */
const spaced = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const entry = {
  px: { xs: 2, sm: 3 },
  py: 2.5,
  borderLeft: "3px solid transparent",
  "&:not(:last-of-type)": { borderBottom: "1px solid var(--mui-palette-divider)" },
  // Where the address has led.
  "&:has(h3:focus)": { borderLeftColor: "var(--mui-palette-primary-main)" },
};

const facts = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "120px minmax(0, 1fr)" },
  columnGap: 2,
  rowGap: { xs: 0, sm: 0.5 },
  m: 0,
  mt: 1.5,
  fontSize: "0.9375rem",
  lineHeight: 1.5,
  "& dt": { color: "text.secondary", mt: { xs: 0.75, sm: 0 } },
  "& dd": { m: 0, minWidth: 0 },
  "& ul": { m: 0, p: 0, listStyle: "none" },
  "& li + li": { mt: 0.75 },
  // What people read when they break a rule.
  "& li span": { display: "block", color: "error.main" },
  // A name or a value exactly as it is written in data.
  "& code": { fontFamily: MONOSPACE, fontSize: "0.875em" },
};

/** The rules of a field in words, each with what people read when they break it. */
const RuleList = ({ rules }: { rules: DictionaryRule[] }) => (
  <ul>
    {rules.map(({ about, rule, wording }) => (
      <li key={`${about} ${rule}`}>
        {sentence(`${about && `${about} `}${rule}`)}
        {wording !== undefined && <span>{`“${wording}”`}</span>}
      </li>
    ))}
  </ul>
);

/** "is required" is said "Is required". */
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
