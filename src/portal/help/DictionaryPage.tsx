import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Fragment, type ReactNode } from "react";
import {
  buildDataDictionary,
  type DictionaryRow,
  type DictionaryRule,
} from "../../contract/schema/dataDictionary.ts";
import { getSchema, listSectionTitles } from "../../contract/schema/fields.ts";
import { getFieldTitle } from "../ui/recordName.ts";
import { routes } from "../routes.ts";
import { MONOSPACE } from "../theme.ts";
import { PageFrame } from "../ui/page/PageFrame.tsx";
import { useHashTarget } from "../ui/page/useHashTarget.ts";
import { FieldLinks } from "./TextPage.tsx";
import { capitalize } from "../ui/format.ts";

const schema = getSchema("metadata");
const rows = buildDataDictionary(schema);

/** Fields that no user enters come last. */
const sections = [...listSectionTitles(schema), undefined]
  .map((title) => ({
    title: title ?? "Filled in by the portal",
    rows: rows.filter(({ section }) => section === title),
  }))
  .filter((section) => section.rows.length > 0);

export function DictionaryPage() {
  useHashTarget("", undefined, scrollToField);
  return (
    <PageFrame title="What each field means" back={{ to: routes.about, label: "About" }}>
      <Typography sx={{ mb: 2 }}>
        Every field of a metadata record: what to enter, the rules and their error messages, and the
        field&apos;s names in the data services and in the metadata YAML file.
      </Typography>
      <Paper component="nav" aria-label="Fields" variant="outlined" sx={contentsStyles}>
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

/** Scrolls first, because focusing would scroll the heading only just into view. */
function scrollToField(heading: HTMLElement): void {
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}

const contentsStyles = {
  columnWidth: "240px",
  columnGap: 3,
  p: { xs: 2, sm: 3 },
  pb: 1,
  "& ul": { m: 0, mb: 2, p: 0, listStyle: "none" },
  "& li": { py: 0.375 },
};

export function FieldEntry({ row }: { row: DictionaryRow }) {
  const { name, label, help, valueType, isRequired, derivedFrom } = row;
  const requirement = derivedFrom
    ? `derived from “${getFieldTitle(derivedFrom)}”`
    : isRequired
      ? "required"
      : "optional";
  return (
    <Box component="article" aria-labelledby={name} sx={entryStyles}>
      <Typography id={name} variant="h3" tabIndex={-1} sx={{ outline: "none" }}>
        {label}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {`${valueType}, ${requirement}`}
      </Typography>
      {help && <Typography sx={{ mt: 1 }}>{help}</Typography>}
      <Box component="dl" sx={factsStyles}>
        {listFacts(row).map(([term, fact]) => (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </Fragment>
        ))}
      </Box>
    </Box>
  );
}

function listFacts(row: DictionaryRow): [term: string, fact: ReactNode][] {
  const {
    name,
    rules,
    options: choices,
    optionSource: source,
    unit,
    access,
    readNames: read,
    writeNames: write,
    codec,
    yamlKey: yaml,
    default: given,
  } = row;
  const facts: [string, ReactNode][] = [
    [rules.length === 1 ? "Rule" : "Rules", rules.length > 0 && <RuleList rules={rules} />],
    ["Choices", source === undefined ? choices.join(", ") : `the list of ${splitCamelCase(source)}`],
    ["Unit", unit],
    ["Access", access],
    ["Default", given !== undefined && formatValue(given)],
    ["Example", <code>{formatValue(row.example)}</code>],
    ["Name in the portal", <code>{name}</code>],
    ["Name in responses", read.length > 0 && <code>{read.join(" or ")}</code>],
    ["Name in requests", write.length > 0 && <code>{write.join(" or ")}</code>],
    ["Format in requests", codec !== undefined && splitCamelCase(codec)],
    ["Name in the YAML", yaml !== undefined && <code>{yaml}</code>],
  ];
  return facts.filter(([, fact]) => Boolean(fact));
}

function formatValue(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((entry) => typeof entry !== "object")) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** "hydrologicUnits" becomes "hydrologic units". */
const splitCamelCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const entryStyles = {
  px: { xs: 2, sm: 3 },
  py: 2.5,
  borderLeft: "3px solid transparent",
  "&:not(:last-of-type)": { borderBottom: "1px solid var(--mui-palette-divider)" },
  // The field that the URL's hash names.
  "&:has(h3:focus)": { borderLeftColor: "var(--mui-palette-primary-main)" },
};

const factsStyles = {
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
  // The error message of the rule.
  "& li span": { display: "block", color: "error.main" },
  "& code": { fontFamily: MONOSPACE, fontSize: "0.875em" },
};

const RuleList = ({ rules }: { rules: DictionaryRule[] }) => (
  <ul>
    {rules.map(({ appliesTo, description, errorMessage }) => (
      <li key={`${appliesTo} ${description}`}>
        {capitalize(`${appliesTo && `${appliesTo} `}${description}`)}
        {errorMessage !== undefined && <span>{`“${errorMessage}”`}</span>}
      </li>
    ))}
  </ul>
);
