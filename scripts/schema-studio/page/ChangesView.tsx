import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { NeededMigration } from "../../schema-diff/neededMigrations.ts";
import type { SchemaComparison } from "../protocol.ts";
import type { ViewProps } from "./viewProps.ts";

/** Every difference from the last release, and what it means for stored documents. */
export function ChangesView({ comparison, onEdit }: Pick<ViewProps, "comparison" | "onEdit">) {
  if (!comparison)
    return (
      <span role="status">The comparison with the last release appears once all files can be read.</span>
    );
  const { baseline, schemas, lists } = comparison;
  if (baseline === undefined)
    return <Alert severity="info">There is no release yet. Run npm run release-schemas.</Alert>;
  if (schemas.length + lists.length === 0) return <p>Nothing differs from {baseline}.</p>;
  return (
    <Box sx={changesStyles}>
      {schemas.map((schema) => (
        <SchemaChanges key={schema.name} {...schema} onEdit={onEdit} />
      ))}
      {lists.map(({ file, changes }) => (
        <section key={file}>
          <Typography variant="h2">{file}</Typography>
          <Lines lines={changes} />
        </section>
      ))}
    </Box>
  );
}

interface SchemaChangesProps extends SchemaComparison {
  onEdit: ViewProps["onEdit"];
}

const SchemaChanges = ({ name, state, groups, migrations, stored, onEdit }: SchemaChangesProps) => (
  <section>
    <Typography variant="h2">{state === "changed" ? name : `${name} was ${state}`}</Typography>
    {stored && (
      <Alert severity={stored.documents.length > 0 ? "warning" : "success"} sx={{ my: 1 }}>
        {stored.summary}
        {stored.documents.length > 0 && <Lines lines={stored.documents} />}
      </Alert>
    )}
    {migrations.map((migration) => (
      <Migration key={migration.message} {...migration} onChoose={(edits) => onEdit(name, edits)} />
    ))}
    {groups.map(({ heading, lines }) => (
      <div key={heading}>
        <Typography variant="h3">{heading}</Typography>
        <Lines lines={lines} />
      </div>
    ))}
  </section>
);

const Lines = ({ lines }: { lines: string[] }) => (
  <ul>
    {lines.map((line, index) => (
      <li key={index}>
        <Marked text={line} />
      </li>
    ))}
  </ul>
);

/** Text between backticks is code. */
const Marked = ({ text }: { text: string }) =>
  text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));

type Choice = NeededMigration["choices"][number];

interface MigrationProps extends NeededMigration {
  onChoose(edits: Choice["edits"]): void;
}

const MAX_BUTTONS = 3;

/** Buttons that write the missing x-changes. */
const Migration = ({ message, choices, onChoose }: MigrationProps) => (
  <Alert severity="warning" sx={{ my: 1 }}>
    <Marked text={message} />
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
      {choices.length <= MAX_BUTTONS ? (
        choices.map(({ label, edits }) => (
          <Button key={label} size="small" variant="outlined" onClick={() => onChoose(edits)}>
            {label}
          </Button>
        ))
      ) : (
        <TextField
          select
          size="small"
          label="Choose"
          value=""
          onChange={({ target }) => onChoose(choices[Number(target.value)]!.edits)}
          sx={{ minWidth: 240 }}
        >
          {choices.map(({ label }, index) => (
            <MenuItem key={label} value={index}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Box>
  </Alert>
);

const changesStyles = { "& ul": { mt: 0.5, pl: 2.5 }, "& h3": { mt: 2 }, "& section + section": { mt: 4 } };
