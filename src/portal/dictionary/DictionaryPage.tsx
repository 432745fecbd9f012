import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useDeferredValue, useMemo, useState } from "react";
import { Link as RouterLink } from "react-router";
import { dataDictionary, type DictionaryRow } from "../../contract/schema/dataDictionary.ts";
import { schemaOf, sectionTitles, type EntitySchema } from "../../contract/schema/fields.ts";
import { fieldTitle } from "../recordName.ts";
import { routes } from "../routes.ts";
import { PageFrame } from "../ui/PageFrame.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { EmptyState } from "../ui/states.tsx";
import { useLedTo } from "../ui/useLedTo.ts";
import { FieldEntry } from "./FieldEntry.tsx";

/** What each field of a record means, what it must hold, and what it is called elsewhere: all as the schema says. */
export function DictionaryPage() {
  const schema = schemaOf("metadata");
  const all = useMemo(() => dictionarySections(schema), [schema]);
  const [search, setSearch] = useState("");
  const term = useDeferredValue(search);
  const sections = useMemo(() => sectionsWith(all, term), [all, term]);
  const target = useLedTo("", () => setSearch(""), showField);
  return (
    <PageFrame title="What each field means" back={{ to: routes.about, label: "About" }}>
      <Typography sx={{ mb: 2 }}>
        Every field of a metadata record: what to enter, what is checked and what is said when it does not
        fit, and the names the field has in the data services and in the metadata YAML file.
      </Typography>
      <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, pb: 0 }}>
        <Box sx={{ display: "flex" }}>
          <SearchField value={search} onChange={setSearch} label="Search by name, help or message" />
        </Box>
        <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {countWords(all, sections)}
        </Typography>
        <DictionaryContents sections={sections} />
      </Paper>
      {sections.length === 0 && (
        <EmptyState title="No field found">
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            Nothing matches “{term.trim()}”. Check the spelling, or search for a part of the name.
          </Typography>
        </EmptyState>
      )}
      {sections.map(({ title, rows }) => (
        <section key={title} aria-label={title}>
          <Typography variant="h2" sx={{ mt: 5, mb: 1.5 }}>
            {title}
          </Typography>
          <Paper variant="outlined" sx={{ overflow: "hidden" }}>
            {rows.map((row) => (
              <FieldEntry
                key={row.name}
                row={row}
                origin={row.derivedFrom && fieldTitle(row.derivedFrom)}
                isTarget={row.name === target}
              />
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

interface DictionarySection {
  title: string;
  rows: DictionaryRow[];
}

/** Fields of no section are those that nobody types. */
const UNTYPED = "Filled in by the portal";

/** Every field of a schema under the sections of its form, in their order; fields that nobody types come last. */
function dictionarySections(schema: EntitySchema): DictionarySection[] {
  const rows = dataDictionary(schema);
  const titles = [...sectionTitles(schema), undefined];
  return titles
    .map((title) => ({
      title: title ?? UNTYPED,
      rows: rows.filter(({ section }) => section === title),
    }))
    .filter((section) => section.rows.length > 0);
}

/** The fields that hold every word of a search somewhere: in a name, the help, a rule, a wording or a choice. */
function sectionsWith(sections: DictionarySection[], search: string): DictionarySection[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections;
  return sections
    .map(({ title, rows }) => ({
      title,
      rows: rows.filter((row) => {
        const text = searchText(row);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ rows }) => rows.length > 0);
}

const searchText = ({ name, label, help, kind, rules, choices, read, write, yaml }: DictionaryRow): string =>
  [
    ...[name, label, help, kind, yaml ?? ""],
    ...rules.map(({ rule, wording = "" }) => `${rule} ${wording}`),
    ...[...choices, ...read, ...write],
  ]
    .join("\n")
    .toLowerCase();

const countOf = (sections: DictionarySection[]) => sections.reduce((sum, { rows }) => sum + rows.length, 0);

function countWords(all: DictionarySection[], found: DictionarySection[]): string {
  const [total, count] = [countOf(all), countOf(found)];
  return count === total ? `${total} fields` : `${count} of ${total} fields`;
}

/** Every field by its label, under its section; each leads to what is said of it. */
const DictionaryContents = ({ sections }: { sections: DictionarySection[] }) => (
  <Box component="nav" aria-label="Fields" sx={columns}>
    {sections.map(({ title, rows }) => (
      <Box key={title} sx={{ breakInside: "avoid", mb: 2 }}>
        <Typography component="p" variant="body2" sx={{ fontWeight: 650 }}>
          {title}
        </Typography>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", fontSize: "0.9375rem" }}>
          {rows.map(({ name, label }) => (
            <li key={name}>
              <Link component={RouterLink} to={`${routes.dictionary}#${name}`} sx={link}>
                {label}
              </Link>
            </li>
          ))}
        </Box>
      </Box>
    ))}
  </Box>
);

const columns = { columnWidth: "240px", columnGap: 3, mt: 3, mb: 2 };

const link = { display: "inline-block", py: 0.375 };
