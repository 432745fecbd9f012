import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { DictionaryRow, DictionaryRule } from "../../contract/schema/dataDictionary.ts";
import { MONOSPACE } from "../theme.ts";

interface FieldEntryProps {
  row: DictionaryRow;
  /** The label of the field it follows from, where there is one. */
  origin: string | undefined;
  /** Whether the page was opened at this field. */
  isTarget: boolean;
}

/** All there is to know of one field. Its heading takes the focus when the page is opened at it. */
export function FieldEntry({ row, origin, isTarget }: FieldEntryProps) {
  const { name, label, help, kind, isRequired } = row;
  const need = origin === undefined ? (isRequired ? "required" : "optional") : `follows from “${origin}”`;
  return (
    <Box component="article" aria-labelledby={name} sx={{ ...entry, ...(isTarget && target) }}>
      <Typography id={name} variant="h3" tabIndex={-1} sx={{ outline: "none", scrollMarginTop: "88px" }}>
        {label}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {`${kind}, ${need}`}
      </Typography>
      {help && <Typography sx={{ mt: 1 }}>{help}</Typography>}
      <Facts row={row} />
    </Box>
  );
}

function Facts({ row }: { row: DictionaryRow }) {
  const { name, rules, choices, source, read, write, codec, yaml, default: given, example } = row;
  return (
    <Box component="dl" sx={facts}>
      {rules.length > 0 && (
        <Fact term={rules.length === 1 ? "Rule" : "Rules"} is={<RuleList rules={rules} />} />
      )}
      {choices.length > 0 && <Fact term="Choices" is={choices.join(", ")} />}
      {source !== undefined && <Fact term="Choices" is={`the list of ${spaced(source)}`} />}
      {given !== undefined && <Fact term="At first" is={valueText(given)} />}
      <Fact term="Example" is={<code>{valueText(example)}</code>} />
      <Fact term="In the portal" is={<code>{name}</code>} />
      {read.length > 0 && <Fact term="In answers" is={<Codes texts={read} />} />}
      {write.length > 0 && <Fact term="In saves" is={<Codes texts={write} />} />}
      {codec !== undefined && <Fact term="Travels as" is={spaced(codec)} />}
      {yaml !== undefined && <Fact term="In the YAML" is={<code>{yaml}</code>} />}
    </Box>
  );
}

const Fact = ({ term, is }: { term: string; is: ReactNode }) => (
  <>
    <dt>{term}</dt>
    <dd>{is}</dd>
  </>
);

const Codes = ({ texts }: { texts: string[] }) =>
  texts.map((text, index) => (
    <span key={text}>
      {index > 0 && " or "}
      <code>{text}</code>
    </span>
  ));

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
};

const target = { borderLeftColor: "var(--mui-palette-primary-main)" };

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
        <RuleWords words={`${about && `${about} `}${rule}`} />
        {wording !== undefined && <span>{`“${wording}”`}</span>}
      </li>
    ))}
  </ul>
);

/** The rule as a sentence; a pattern in it as the code it is. */
function RuleWords({ words }: { words: string }) {
  const [, before = words, pattern] = /^(.*?matches )(.+)$/s.exec(words) ?? [];
  return (
    <>
      {sentence(before)}
      {pattern !== undefined && <code>{pattern}</code>}
    </>
  );
}

/** "is required" is said "Is required". */
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
