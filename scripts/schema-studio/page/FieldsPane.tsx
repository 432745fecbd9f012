import { SimpleTreeView } from "@mui/x-tree-view/SimpleTreeView";
import { TreeItem } from "@mui/x-tree-view/TreeItem";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useMemo, useState } from "react";
import {
  listSectionTitles,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { tryOrUndefined } from "../../../src/contract/tryOrUndefined.ts";
import { ActionDialog } from "./ActionDialog.tsx";
import { FIELD_ACTIONS, type ActionContext, type FieldAction } from "./fieldActions.ts";

interface FieldsPaneProps {
  text: string;
  vocabulary: ActionContext["vocabulary"];
  /** Opens the text at the field. */
  onOpen(path: string[]): void;
  onEdit(text: string): void;
}

/** The schema as a tree, and an edit with a form for each kind of change. */
export function FieldsPane({ text, vocabulary, onOpen, onEdit }: FieldsPaneProps) {
  const schema = useMemo(() => tryOrUndefined(() => JSON.parse(text) as EntitySchema), [text]);
  const [selected, setSelected] = useState<string | null>(null);
  const [action, setAction] = useState<FieldAction>();
  if (!schema?.properties) return <Alert severity="info">The text is no JSON at the moment.</Alert>;
  const path = selected?.split("/") ?? [];
  const isInSchema = path[0] === "properties";
  // The edits are of a whole field: those of a part would change the group around it.
  const name = isInSchema && path.length === 2 ? path[1]! : "";
  const context = { schema, name, vocabulary };
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflow: "auto", p: 1 }}>
      <Box
        role="toolbar"
        aria-label="Edits of the schema"
        sx={{ display: "flex", flexWrap: "wrap", gap: 1, mb: 1 }}
      >
        {FIELD_ACTIONS.filter(({ isOffered }) => isOffered(context)).map((one) => (
          <Button key={one.label} size="small" variant="outlined" onClick={() => setAction(one)}>
            {one.label}
          </Button>
        ))}
        {isInSchema && (
          <Button size="small" onClick={() => onOpen(path)}>
            Show in the text
          </Button>
        )}
      </Box>
      <SimpleTreeView
        aria-label="Fields"
        selectedItems={selected}
        onSelectedItemsChange={(_, item) => setSelected(item)}
        defaultExpandedItems={listSections(schema).map(({ title }) => sectionId(title))}
      >
        {listSections(schema).map(({ title, fields }) => (
          <TreeItem key={title} itemId={sectionId(title)} label={title}>
            {fields.map(([field, node]) => (
              <FieldItem key={field} name={field} node={node} path={["properties", field]} />
            ))}
          </TreeItem>
        ))}
      </SimpleTreeView>
      {action && (
        <ActionDialog
          action={action}
          context={context}
          onClose={() => setAction(undefined)}
          onSubmit={(values) => {
            onEdit(action.apply(text, context, values));
            setAction(undefined);
          }}
        />
      )}
    </Box>
  );
}

const sectionId = (title: string) => `section-${title.replaceAll(" ", "-")}`;

const NO_SECTION = "Without a section";

const listSections = (schema: EntitySchema) =>
  [...listSectionTitles(schema), undefined]
    .map((title) => ({
      title: title ?? NO_SECTION,
      fields: Object.entries(schema.properties).filter(([, field]) => field["x-section"] === title),
    }))
    .filter(({ fields }) => fields.length > 0);

interface FieldItemProps {
  name: string;
  node: FieldSchema;
  path: string[];
}

function FieldItem({ name, node, path }: FieldItemProps) {
  const listed = node.items?.properties;
  const parts = Object.entries(node.properties ?? listed ?? {});
  const below = listed ? [...path, "items", "properties"] : [...path, "properties"];
  return (
    <TreeItem itemId={path.join("/")} label={`${node.title ?? name} (${name})`}>
      {parts.map(([part, child]) => (
        <FieldItem key={part} name={part} node={child} path={[...below, part]} />
      ))}
    </TreeItem>
  );
}
