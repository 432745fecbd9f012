import type { RJSFSchema } from "@rjsf/utils";
import type { JsonObject } from "../../../src/contract/json.ts";
import {
  getSchemaVersion,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { getSchemaNode } from "../../../src/contract/schema/fieldSchema.ts";
import { setVersion, type SchemaEdit } from "../../schema-diff/schemaEdit.ts";
import { applySchemaEdits } from "../applySchemaEdits.ts";
import { editNode } from "../fieldEdits.ts";

/** A schema, or a group in it. */
export type FieldGroup = FieldSchema & Required<Pick<FieldSchema, "properties">>;

export interface ActionContext {
  /** As in the file. */
  schema: EntitySchema;
  /** The schema, or the group of which a part is chosen. */
  group: FieldGroup;
  /** Where the group is in the schema; empty for the schema. */
  groupPath: string[];
  /** The chosen field or part; "" for none. */
  name: string;
  /** The section that is chosen, or that of the chosen field. */
  section?: string | undefined;
  /** The vocabulary's keywords of a field. */
  vocabulary: Record<string, object>;
  /** The schema in the last release; undefined for a schema without versions. */
  released: EntitySchema | undefined;
}

/** An edit with a form of its own. */
export interface FieldAction {
  label: string;
  isOffered(context: ActionContext): boolean;
  buildForm(context: ActionContext): RJSFSchema;
  /** Inputs of the form that are shown once they have a value or the user chooses them. */
  listOptional?(context: ActionContext): string[];
  getValues?(context: ActionContext): JsonObject;
  /**
   * @param text of the group
   * @returns the edited text
   */
  apply(text: string, context: ActionContext, values: JsonObject): string;
  /**
   * What the edit adds to x-changes for stored documents.
   *
   * @param edited the group
   * @returns edits of the group
   */
  declare?(edited: FieldGroup, context: ActionContext, values: JsonObject): SchemaEdit[];
  /** The path of the field to choose afterwards, from the group; without this method, the choice stays. */
  findNext?(context: ActionContext, values: JsonObject): string[];
}

/** @returns the edited text of the schema */
export function applyAction(
  { apply, declare }: FieldAction,
  text: string,
  context: ActionContext,
  values: JsonObject,
): string {
  const { groupPath } = context;
  const edited = editNode(text, groupPath, (part) => apply(part, context, values));
  const group = getSchemaNode(JSON.parse(edited) as EntitySchema, groupPath) as FieldGroup;
  const changes = declare?.(group, context, values) ?? [];
  if (changes.length === 0) return edited;
  const located = changes.map(({ path, ...change }) => ({ ...change, path: [...groupPath, ...path] }));
  return applySchemaEdits(edited, [...raiseVersion(context), ...located]);
}

/** Older documents are converted only to a newer version. */
function raiseVersion({ schema, released }: ActionContext): SchemaEdit[] {
  if (!released) return [];
  const version = getSchemaVersion(released);
  return getSchemaVersion(schema) > version ? [] : [setVersion(version + 1)];
}

export const isOfSchema = ({ groupPath }: ActionContext): boolean => groupPath.length === 0;

export const getField = ({ group, name }: ActionContext): FieldSchema => group.properties[name] ?? {};

export const hasField = ({ group, name }: ActionContext): boolean => name in group.properties;

export const listOtherNames = ({ group, name }: ActionContext): string[] =>
  Object.keys(group.properties).filter((other) => other !== name);

export const getLabel = ({ group }: ActionContext, name: string): string =>
  group.properties[name]?.title ?? name;

/** The choice of another field. */
export const buildFieldInput = (context: ActionContext): RJSFSchema => ({
  type: "string",
  oneOf: listOtherNames(context).map((name) => ({ const: name, title: getLabel(context, name) })),
});

export const buildObjectForm = (
  properties: Record<string, object>,
  required = Object.keys(properties),
): RJSFSchema => ({
  type: "object",
  properties,
  required,
});
