import type { RJSFSchema } from "@rjsf/utils";
import type { JsonObject } from "../../../src/contract/json.ts";
import {
  listSectionTitles,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { listSchemaOptions } from "../../../src/contract/schema/fieldSchema.ts";
import {
  addField,
  deprecateChoice,
  moveField,
  removeField,
  renameField,
  setKeywords,
  setRequired,
} from "../fieldEdits.ts";
import { buildKeywordForm, readKeywords, toFormValues } from "./keywordForm.ts";

export interface ActionContext {
  /** As in the file. */
  schema: EntitySchema;
  /** The chosen field; "" for none. */
  name: string;
  /** The vocabulary's keywords of a field. */
  vocabulary: Record<string, object>;
}

/** An edit with a form of its own. */
export interface FieldAction {
  label: string;
  isOffered(context: ActionContext): boolean;
  buildForm(context: ActionContext): RJSFSchema;
  /** Inputs of the form that are shown once they have a value or the user chooses them. */
  listOptional?(context: ActionContext): string[];
  getValues?(context: ActionContext): JsonObject;
  /** @returns the edited text */
  apply(text: string, context: ActionContext, values: JsonObject): string;
}

const IDENTIFIER = "^[a-z][A-Za-z0-9]*$";
const fieldOf = ({ schema, name }: ActionContext): FieldSchema => schema.properties[name] ?? {};
const hasField = (context: ActionContext) => context.name in context.schema.properties;

const buildObjectForm = (
  properties: Record<string, object>,
  required = Object.keys(properties),
): RJSFSchema => ({
  type: "object",
  properties,
  required,
});

const IS_REQUIRED = { isRequired: { type: "boolean", title: "Required" } };

const USUAL_KEYWORDS = ["title", "description", "type", "examples", "x-section"];

const listOptionalKeywords = ({ vocabulary }: ActionContext) =>
  Object.keys(buildKeywordForm(vocabulary)).filter((keyword) => !USUAL_KEYWORDS.includes(keyword));

export const FIELD_ACTIONS: FieldAction[] = [
  {
    label: "Add a field",
    isOffered: () => true,
    buildForm: ({ vocabulary }) =>
      buildObjectForm(
        {
          name: { type: "string", title: "Name in the schema", pattern: IDENTIFIER },
          ...IS_REQUIRED,
          ...buildKeywordForm(vocabulary),
        },
        ["name", "title", "description", "type", "examples"],
      ),
    listOptional: listOptionalKeywords,
    getValues: (context) => ({ type: "string", "x-section": fieldOf(context)["x-section"] }),
    apply: (text, _, { name, isRequired, ...keywords }) =>
      addField(text, name as string, readKeywords(keywords), isRequired === true),
  },
  {
    label: "Edit",
    isOffered: hasField,
    buildForm: ({ vocabulary }) => buildObjectForm({ ...IS_REQUIRED, ...buildKeywordForm(vocabulary) }, []),
    listOptional: listOptionalKeywords,
    getValues: (context) => ({
      isRequired: context.schema.required?.includes(context.name) ?? false,
      ...toFormValues(fieldOf(context)),
    }),
    apply(text, context, { isRequired, ...after }) {
      const { type } = fieldOf(context);
      const [before, keywords] = [toFormValues(fieldOf(context)), after].map((values): JsonObject => ({
        ...readKeywords({ type, ...values }),
      })) as [JsonObject, JsonObject];
      const changed = [...new Set([...Object.keys(before), ...Object.keys(keywords)])].filter(
        (keyword) => JSON.stringify(before[keyword]) !== JSON.stringify(keywords[keyword]),
      );
      return setKeywords(
        setRequired(text, context.name, isRequired === true),
        context.name,
        Object.fromEntries(changed.map((keyword) => [keyword, keywords[keyword]])),
      );
    },
  },
  {
    label: "Move",
    isOffered: hasField,
    buildForm: ({ schema, name }) =>
      buildObjectForm(
        {
          "x-section": { type: "string", title: "Section", examples: listSectionTitles(schema) },
          before: {
            type: "string",
            title: "Place",
            oneOf: [
              ...Object.keys(schema.properties)
                .filter((other) => other !== name)
                .map((other) => ({
                  const: other,
                  title: `Before ${schema.properties[other]?.title ?? other}`,
                })),
              { const: AT_THE_END, title: "At the end" },
            ],
          },
        },
        [],
      ),
    getValues: (context) => ({ "x-section": fieldOf(context)["x-section"] }),
    apply(text, { schema, name, ...context }, { "x-section": section, before }) {
      const isSame = section === fieldOf({ schema, name, ...context })["x-section"];
      const moved = isSame ? text : setKeywords(text, name, { "x-section": section });
      if (before === undefined) return moved;
      const others = Object.keys(schema.properties).filter((other) => other !== name);
      return moveField(moved, name, before === AT_THE_END ? others.length : others.indexOf(before as string));
    },
  },
  {
    label: "Rename",
    isOffered: hasField,
    buildForm: () => buildObjectForm({ name: { type: "string", title: "New name", pattern: IDENTIFIER } }),
    getValues: ({ name }) => ({ name }),
    apply: (text, { name }, { name: newName }) => renameField(text, name, newName as string),
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
      description: `Removes ${name} and its name from the lists of required and cleared fields. You can undo it.`,
      properties: {},
    }),
    apply: (text, { name }) => removeField(text, name),
  },
];

const AT_THE_END = "(end)";

const listOfferedChoices = (context: ActionContext) =>
  listSchemaOptions(fieldOf(context)).filter(({ isDeprecated }) => !isDeprecated);
