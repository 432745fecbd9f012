import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { dataDictionary } from "../../contract/schema/dataDictionary.ts";
import { schemaOf, sectionTitles } from "../../contract/schema/fields.ts";
import { routes } from "../routes.ts";
import { PageFrame } from "../ui/PageFrame.tsx";
import { useLedTo } from "../ui/useLedTo.ts";
import { FieldEntry } from "./FieldEntry.tsx";
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
