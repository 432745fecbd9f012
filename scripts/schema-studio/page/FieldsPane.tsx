import { useSimpleTreeViewApiRef } from "@mui/x-tree-view/hooks";
import { SimpleTreeView } from "@mui/x-tree-view/SimpleTreeView";
import { TreeItem } from "@mui/x-tree-view/TreeItem";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import {
  listSectionTitles,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { getSchemaNode } from "../../../src/contract/schema/fieldSchema.ts";
import { tryOrUndefined } from "../../../src/contract/tryOrUndefined.ts";
import { ActionDialog } from "./ActionDialog.tsx";
import { applyAction, type ActionContext, type FieldAction, type FieldGroup } from "./fieldAction.ts";
import { FIELD_ACTIONS } from "./fieldActions.ts";

interface FieldsPaneProps extends Pick<ActionContext, "vocabulary" | "released"> {
  text: string;
  /** Opens the text at the field. */
  onOpen(path: string[]): void;
  onEdit(text: string): void;
  /** @param name of the field, or of the field with the chosen part */
  onSelect(name: string | undefined): void;
}

/** The schema as a tree, and an edit with a form for each kind of change. */
export function FieldsPane({ text, vocabulary, released, onOpen, onEdit, onSelect }: FieldsPaneProps) {
  const schema = useMemo(() => tryOrUndefined(() => JSON.parse(text) as EntitySchema), [text]);
  const [selected, setSelected] = useState<string | null>(null);
  const [collapsed, setCollapsed] = useState<string[]>([]);
  const [action, setAction] = useState<FieldAction>();
  const select = (item: string | null) => {
    setSelected(item);
    onSelect(item?.startsWith(FIELD_PREFIX) ? item.split("/")[1] : undefined);
  };
  const tree = useSimpleTreeViewApiRef();
  useEffect(() => {
    if (selected === null) return;
    // A new item is known to the tree only after this effect.
    const frame = requestAnimationFrame(() => {
      const item = tree.current?.getItemDOMElement(selected);
      item?.scrollIntoView({ block: "nearest" });
      // The button of the edit can be gone.
      if (document.activeElement === document.body) item?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [selected, action, tree]);
  if (!schema?.properties) return <Alert severity="info">The text is no JSON at the moment.</Alert>;
  const sections = listSections(schema);
  const itemIds = sections.flatMap(({ title, fields }) => [sectionId(title), ...fields.flatMap(listItemIds)]);
  // Undo can remove the chosen field.
  const path = selected?.startsWith(FIELD_PREFIX) && itemIds.includes(selected) ? selected.split("/") : [];
  const { group, groupPath } = findGroup(schema, path);
  const context: ActionContext = {
    schema,
    group,
    groupPath,
    name: path.at(-1) ?? "",
    section: sections.find(
      ({ title, fields }) => sectionId(title) === selected || fields.some(({ name }) => name === path[1]),
    )?.section,
    vocabulary,
    released,
  };
  return (
    <Box sx={paneStyles}>
      <EditToolbar context={context} onChoose={setAction}>
        {path.length > 0 && (
          <Button size="small" onClick={() => onOpen(path)}>
            Show in the text
          </Button>
        )}
      </EditToolbar>
      <Box sx={{ overflow: "auto", p: 1 }}>
        <SimpleTreeView
          apiRef={tree}
          aria-label="Fields"
          selectedItems={selected}
          expansionTrigger="iconContainer"
          onSelectedItemsChange={(_, item) => select(item)}
          expandedItems={itemIds.filter((id) => !collapsed.includes(id))}
          onExpandedItemsChange={(_, expanded) =>
            setCollapsed(itemIds.filter((id) => !expanded.includes(id)))
          }
        >
          {sections.map(({ title, fields }) => (
            <TreeItem key={title} itemId={sectionId(title)} label={title}>
              {fields.map((field) => (
                <FieldItem key={field.name} {...field} />
              ))}
            </TreeItem>
          ))}
        </SimpleTreeView>
      </Box>
      {action && (
        <ActionDialog
          action={action}
          context={context}
          onClose={() => setAction(undefined)}
          onSubmit={(values) => {
            onEdit(applyAction(action, text, context, values));
            const next = action.findNext?.(context, values);
            if (next) select([...groupPath, ...next].join("/"));
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

const paneStyles = { flex: 1, minHeight: 0, display: "flex", flexDirection: "column" };

const toolbarStyles = {
  display: "flex",
  flexWrap: { md: "wrap" },
  overflowX: "auto",
  flexShrink: 0,
  gap: 1,
  p: 1,
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
      fields: listFields(schema.properties, ["properties"]).filter(({ node }) => node["x-section"] === title),
    }))
    .filter(({ fields }) => fields.length > 0);

interface TreeField {
  name: string;
  node: FieldSchema;
  path: string[];
}

const listFields = (fields: Record<string, FieldSchema>, path: string[]): TreeField[] =>
  Object.entries(fields).map(([name, node]) => ({ name, node, path: [...path, name] }));

const listParts = ({ node: { properties, items }, path }: TreeField): TreeField[] =>
  items?.properties
    ? listFields(items.properties, [...path, "items", "properties"])
    : listFields(properties ?? {}, [...path, "properties"]);

const fieldId = ({ path }: TreeField) => path.join("/");

const listItemIds = (field: TreeField): string[] => [
  fieldId(field),
  ...listParts(field).flatMap(listItemIds),
];

const FieldItem = (field: TreeField) => (
  <TreeItem itemId={fieldId(field)} label={`${field.node.title ?? field.name} (${field.name})`}>
    {listParts(field).map((part) => (
      <FieldItem key={part.name} {...part} />
    ))}
  </TreeItem>
);
