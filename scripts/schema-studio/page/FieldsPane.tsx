import { SimpleTreeView } from "@mui/x-tree-view/SimpleTreeView";
import { TreeItem } from "@mui/x-tree-view/TreeItem";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useMemo, useState, type ReactNode } from "react";
import {
  listSectionTitles,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { getSchemaNode } from "../../../src/contract/schema/fieldSchema.ts";
import { tryOrUndefined } from "../../../src/contract/tryOrUndefined.ts";
import { editNode } from "../fieldEdits.ts";
import { ActionDialog } from "./ActionDialog.tsx";
import type { ActionContext, FieldAction, FieldGroup } from "./fieldAction.ts";
import { FIELD_ACTIONS } from "./fieldActions.ts";

interface FieldsPaneProps extends Pick<ActionContext, "vocabulary" | "released"> {
  text: string;
  /** Opens the text at the field. */
  onOpen(path: string[]): void;
  onEdit(text: string): void;
}

/** The schema as a tree, and an edit with a form for each kind of change. */
export function FieldsPane({ text, vocabulary, released, onOpen, onEdit }: FieldsPaneProps) {
  const schema = useMemo(() => tryOrUndefined(() => JSON.parse(text) as EntitySchema), [text]);
  const [selected, setSelected] = useState<string | null>(null);
  const [action, setAction] = useState<FieldAction>();
  if (!schema?.properties) return <Alert severity="info">The text is no JSON at the moment.</Alert>;
  const path = selected?.startsWith(FIELD_PREFIX) ? selected.split("/") : [];
  const { group, groupPath } = findGroup(schema, path);
  const isSchema = groupPath.length === 0;
  const context: ActionContext = {
    group,
    isSchema,
    name: path.at(-1) ?? "",
    section: listSections(schema).find(
      ({ title, fields }) => sectionId(title) === selected || fields.some(([field]) => field === path[1]),
    )?.section,
    vocabulary,
    released: isSchema ? released : undefined,
  };
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflow: "auto", px: 1, pb: 1 }}>
      <EditToolbar context={context} onChoose={setAction}>
        {path.length > 0 && (
          <Button size="small" onClick={() => onOpen(path)}>
            Show in the text
          </Button>
        )}
      </EditToolbar>
      <SimpleTreeView
        aria-label="Fields"
        selectedItems={selected}
        expansionTrigger="iconContainer"
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
            onEdit(editNode(text, groupPath, (part) => action.apply(part, context, values)));
            setAction(undefined);
          }}
        />
      )}
    </Box>
  );
}

interface EditToolbarProps {
  context: ActionContext;
  onChoose(action: FieldAction): void;
  children: ReactNode;
}

const EditToolbar = ({ context, onChoose, children }: EditToolbarProps) => (
  <Box role="toolbar" aria-label="Edits of the schema" sx={toolbarStyles}>
    {FIELD_ACTIONS.filter(({ isOffered }) => isOffered(context)).map((action) => (
      <Button key={action.label} size="small" variant="outlined" onClick={() => onChoose(action)}>
        {action.label}
      </Button>
    ))}
    {children}
  </Box>
);

/** Stays in sight: the tree is longer than the window. */
const toolbarStyles = {
  display: "flex",
  flexWrap: { md: "wrap" },
  overflowX: "auto",
  gap: 1,
  py: 1,
  position: "sticky",
  top: 0,
  zIndex: 1,
  bgcolor: "background.default",
  "& > button": { flexShrink: 0 },
};

/** The group of which the path names a part; the schema if there is none any more. */
function findGroup(schema: EntitySchema, path: string[]): { group: FieldGroup; groupPath: string[] } {
  const groupPath = path.slice(0, -2);
  const { properties, ...group } = getSchemaNode(schema, groupPath) ?? {};
  return properties ? { group: { ...group, properties }, groupPath } : { group: schema, groupPath: [] };
}

/** The other items are sections. */
const FIELD_PREFIX = "properties/";

const sectionId = (title: string) => `section-${title.replaceAll(" ", "-")}`;

const NO_SECTION = "Without a section";

const listSections = (schema: EntitySchema) =>
  [...listSectionTitles(schema), undefined]
    .map((title) => ({
      section: title,
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
