import type { RJSFSchema } from "@rjsf/utils";
import type { JsonObject } from "../../../src/contract/json.ts";
import {
  getSchemaVersion,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { setVersion, type SchemaEdit } from "../../schema-diff/schemaEdit.ts";

/** A schema, or a group in it. */
export type FieldGroup = FieldSchema & Required<Pick<FieldSchema, "properties">>;

export interface ActionContext {
  /** As in the file: the schema, or the group of which a part is chosen. */
  group: FieldGroup;
  isSchema: boolean;
  /** The chosen field or part; "" for none. */
  name: string;
  /** The section that is chosen, or that of the chosen field. */
  section?: string | undefined;
  /** The vocabulary's keywords of a field. */
  vocabulary: Record<string, object>;
  /** The schema in the last release; undefined for a group, and for a schema without versions. */
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
  /** The path of the field to choose afterwards, from the group; without this method, the choice stays. */
  findNext?(context: ActionContext, values: JsonObject): string[];
}

/** Older documents are converted only to a newer version. */
export function raiseVersion({ group, released }: ActionContext): SchemaEdit[] {
  const version = getSchemaVersion(released!);
  return getSchemaVersion(group) > version ? [] : [setVersion(version + 1)];
}

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
