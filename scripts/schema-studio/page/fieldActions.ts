import type { JsonObject } from "../../../src/contract/json.ts";
import {
  getSchemaVersion,
  listSectionTitles,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { listSchemaOptions } from "../../../src/contract/schema/fieldSchema.ts";
import { findLostParts, findReleasedGroup } from "../../schema-diff/releasedFields.ts";
import { addChange, type SchemaEdit } from "../../schema-diff/schemaEdit.ts";
import { applySchemaEdits } from "../applySchemaEdits.ts";
import {
  addField,
  deprecateChoice,
  editNode,
  moveField,
  removeField,
  renameField,
  setKeywords,
  setRequired,
} from "../fieldEdits.ts";
import { REQUIRE_WHEN } from "./conditionAction.ts";
import { CONVERT_VALUES } from "./conversionAction.ts";
import {
  buildFieldInput,
  buildObjectForm,
  getField,
  hasField,
  isOfSchema,
  listOtherNames,
  type ActionContext,
  type FieldAction,
  type FieldGroup,
} from "./fieldAction.ts";
import { buildKeywordForm, listChangedKeywords, readKeywords, toFormValues } from "./keywordForm.ts";
import { CHANGE_TYPE } from "./typeAction.ts";

/** @param taken names of other fields, which the field would replace */
const buildNameInput = (title: string, taken: string[]) => ({
  type: "string",
  title,
  description: "Letters and digits, starting with a lower-case letter, for example gridCellSize.",
  pattern: "^[a-z][A-Za-z0-9]*$",
  // An enum has at least one value.
  ...(taken.length > 0 && { not: { enum: taken } }),
  "x-messages": {
    pattern: "Use letters and digits, and start with a lower-case letter: gridCellSize.",
    not: "Another field has this name. Choose another one.",
  },
});

const IS_REQUIRED = { isRequired: { type: "boolean", title: "Required" } };

/** Shown without choosing them. Only fields of the schema have a section. */
const listUsualKeywords = (context: ActionContext) => [
  ...["title", "description", "type", "examples"],
  ...(isOfSchema(context) ? ["x-section"] : []),
];

const listOptionalKeywords = (context: ActionContext) =>
  Object.keys(buildKeywordForm(context.vocabulary)).filter(
    (keyword) => !listUsualKeywords(context).includes(keyword),
  );

function buildKeywords(context: ActionContext): Record<string, object> {
  const form = buildKeywordForm(context.vocabulary);
  const section = { ...form["x-section"], examples: listSectionTitles(context.group) };
  return listOtherNames(context).length > 0
    ? { ...form, ...nameFields(form, context), "x-section": section }
    : { ...form, "x-section": section };
}

/** The inputs of keywords that name other fields. */
function nameFields(form: Record<string, object>, context: ActionContext): Record<string, object> {
  const field = buildFieldInput(context);
  const options = form["x-options"] as { properties: Record<string, object> };
  const filterBy = { ...options.properties["filterBy"], ...field };
  return {
    "x-clears": { ...form["x-clears"], items: field, uniqueItems: true },
    "x-options": { ...options, properties: { ...options.properties, filterBy } },
  };
}

/**
 * @param group gets the field
 * @param required keywords that a new field needs
 */
const buildAdditionForm = (context: ActionContext, group: FieldGroup, required: string[]) =>
  buildObjectForm(
    {
      name: buildNameInput("Name in the schema", Object.keys(group.properties)),
      ...IS_REQUIRED,
      // The new field can name each field, also the chosen one.
      ...buildKeywords({ ...context, group, name: "" }),
    },
    ["name", "title", "type", ...required],
  );

function getPartGroup({ items, ...field }: FieldSchema): FieldGroup {
  const group = items ?? field;
  return { ...group, properties: group.properties ?? {} };
}

/** Where the parts of a group, or of a list of groups, are. */
function findGroupPath(context: ActionContext): string[] | undefined {
  const { type, items } = getField(context);
  const path = ["properties", context.name];
  if (items?.type === "object") return [...path, "items"];
  return type === "object" ? path : undefined;
}

export const FIELD_ACTIONS: FieldAction[] = [
  {
    label: "Add a field",
    isOffered: () => true,
    buildForm: (context) =>
      buildAdditionForm(context, context.group, isOfSchema(context) ? ["description", "examples"] : []),
    listOptional: listOptionalKeywords,
    getValues: (context) => ({
      type: "Text",
      ...(isOfSchema(context) && { "x-section": context.section }),
    }),
    apply: (text, _, values) => addPart(text, [], values),
    findNext: (_, { name }) => ["properties", name as string],
  },
  {
    label: "Add a part",
    isOffered: (context) => findGroupPath(context) !== undefined,
    buildForm: (context) => buildAdditionForm(context, getPartGroup(getField(context)), []),
    listOptional: (context) => listOptionalKeywords({ ...context, groupPath: findGroupPath(context)! }),
    getValues: () => ({ type: "Text" }),
    apply: (text, context, values) => addPart(text, findGroupPath(context)!, values),
    findNext: (context, { name }) => [...findGroupPath(context)!, "properties", name as string],
  },
  {
    label: "Edit",
    isOffered: hasField,
    buildForm: (context) => {
      const form: Record<string, object> = { ...IS_REQUIRED, ...buildKeywords(context) };
      // Another type needs more than another keyword.
      delete form["type"];
      return buildObjectForm(form, []);
    },
    listOptional: listOptionalKeywords,
    getValues: (context) => ({
      isRequired: context.group.required?.includes(context.name) ?? false,
      ...toFormValues(getField(context)),
    }),
    apply(text, context, { isRequired, ...after }) {
      const field = getField(context);
      const before = readKeywords(toFormValues(field), field);
      const changed = listChangedKeywords(before, readKeywords(after, field));
      return setKeywords(setRequired(text, context.name, isRequired === true), context.name, changed);
    },
  },
  CHANGE_TYPE,
  CONVERT_VALUES,
  REQUIRE_WHEN,
  {
    label: "Move",
    isOffered: hasField,
    buildForm: (context) =>
      buildObjectForm(
        {
          ...(isOfSchema(context) && {
            "x-section": { type: "string", title: "Section", examples: listSectionTitles(context.group) },
          }),
          before: {
            type: "string",
            title: "Place",
            oneOf: [
              ...listOtherNames(context).map((other) => ({
                const: other,
                title: `Before ${context.group.properties[other]?.title ?? other}`,
              })),
              { const: AT_THE_END, title: "At the end" },
            ],
          },
        },
        [],
      ),
    getValues: (context) => ({ "x-section": getField(context)["x-section"] }),
    apply(text, context, { "x-section": section, before }) {
      const { name } = context;
      const isSame = section === getField(context)["x-section"];
      const moved = isSame ? text : setKeywords(text, name, { "x-section": section });
      if (before === undefined) return moved;
      const others = listOtherNames(context);
      return moveField(moved, name, before === AT_THE_END ? others.length : others.indexOf(before as string));
    },
  },
  {
    label: "Rename",
    isOffered: hasField,
    buildForm: (context) => ({
      ...buildObjectForm({ name: buildNameInput("New name", listOtherNames(context)) }),
      description: `Renames ${context.name} wherever the schema names it, and declares the new name for stored documents.`,
    }),
    getValues: ({ name }) => ({ name }),
    apply: (text, { name }, { name: newName }) => renameField(text, name, newName as string),
    declare(edited, context, { name: newName }) {
      const renames = declareRename(edited, context, newName as string);
      return renames.length > 0 ? renames : declareReuse(edited, newName as string);
    },
    findNext: (_, { name }) => ["properties", name as string],
  },
  {
    label: "Deprecate a choice",
    isOffered: (context) => listOfferedChoices(context).length > 0,
    buildForm: (context) =>
      buildObjectForm({
        choice: {
          title: "Choice",
          enum: listOfferedChoices(context).map(({ value }) => value),
        },
      }),
    apply: (text, { name }, { choice }) => deprecateChoice(text, name, choice),
  },
  {
    label: "Remove",
    isOffered: hasField,
    buildForm: ({ name }) => ({
      type: "object",
      description: `Removes ${name} from the fields and from the lists that name it, and declares the removal for stored documents. You can undo it.`,
      properties: {},
    }),
    apply: (text, { name }) => removeField(text, name),
    declare: declareRemoval,
    findNext({ group, name }) {
      const names = Object.keys(group.properties);
      const index = names.indexOf(name);
      const next = names[index + 1] ?? names[index - 1];
      return next === undefined ? [] : ["properties", next];
    },
  },
];

/** @param groupPath where the group is in the text */
const addPart = (text: string, groupPath: string[], { name, isRequired, ...keywords }: JsonObject): string =>
  editNode(text, groupPath, (group) => {
    const added = addField(group, name as string, readKeywords(keywords), isRequired === true);
    return applySchemaEdits(added, declareReuse(JSON.parse(added) as FieldSchema, name as string));
  });

/** The change of the released field whose stored values have no field after the edit. */
function describeLoss(edited: FieldGroup, { schema, group, groupPath, released }: ActionContext) {
  if (!released) return undefined;
  const version = getSchemaVersion(released);
  const releasedGroup = findReleasedGroup(groupPath, released, schema, version);
  if (!releasedGroup) return undefined;
  const before = findLostParts(releasedGroup, group, version);
  const name = findLostParts(releasedGroup, edited, version).find((lost) => !before.includes(lost));
  return name === undefined ? undefined : { version, name };
}

/** A field that is renamed for the second time since the release keeps its declaration. */
function declareRename(edited: FieldGroup, context: ActionContext, newName: string): SchemaEdit[] {
  const renamed = describeLoss(edited, context);
  return renamed ? [addChange(["properties", newName], "renamed", renamed)] : [];
}

/** Stored documents have the fields of the last release, also under an earlier name. */
function declareRemoval(edited: FieldGroup, context: ActionContext): SchemaEdit[] {
  const removed = describeLoss(edited, context);
  return removed ? [addChange([], "removed", removed)] : [];
}

/** A new field with the name of a removed or renamed one must not get its stored values. */
function declareReuse({ properties = {}, "x-changes": changes }: FieldSchema, name: string): SchemaEdit[] {
  const { since, renamed } = properties[name]?.["x-changes"] ?? {};
  if (since || renamed?.some((entry) => entry.name !== undefined)) return [];
  const renames = Object.values(properties).flatMap((field) => field["x-changes"]?.renamed ?? []);
  const versions = [...(changes?.removed ?? []), ...renames]
    .filter((entry) => entry.name === name)
    .map(({ version }) => version);
  if (versions.length === 0) return [];
  const value = { version: Math.max(...versions) + 1 };
  return [{ path: ["properties", name, "x-changes", "since"], value }];
}

const AT_THE_END = "(end)";

const listOfferedChoices = (context: ActionContext) =>
  listSchemaOptions(getField(context)).filter(({ isDeprecated }) => !isDeprecated);
