import type { RJSFSchema } from "@rjsf/utils";
import { listSchemaOptions } from "../../../src/contract/schema/fieldSchema.ts";
import { applySchemaEdits } from "../applySchemaEdits.ts";
import { setRequired } from "../fieldEdits.ts";
import {
  buildFieldInput,
  buildObjectForm,
  hasField,
  listOtherNames,
  type ActionContext,
  type FieldAction,
} from "./fieldAction.ts";
import { readTypedText, toText } from "./keywordForm.ts";

export const REQUIRE_WHEN: FieldAction = {
  label: "Require only when",
  isOffered: (context) => hasField(context) && listOtherNames(context).length > 0,
  buildForm: (context) => ({
    ...buildObjectForm(
      {
        field: { ...buildFieldInput(context), title: "The other field" },
        value: {
          type: "string",
          title: "Its value, or an entry of its list",
          description: "Leave it empty to require the field whenever the other field has a value.",
        },
        isShownOnlyThen: { type: "boolean", title: "Show the field only then" },
      },
      ["field"],
    ),
    allOf: listOtherNames(context).flatMap((name) => offerChoices(context, name)),
  }),
  apply(text, context, { field, value, isShownOnlyThen }) {
    const { name } = context;
    const condition = {
      ...(value !== undefined && {
        properties: { [field as string]: buildComparison(context, field, value) },
      }),
      required: [field],
    };
    const addition = { if: condition, then: { required: [name] } };
    return setRequired(
      applySchemaEdits(text, [
        { path: ["allOf"], value: addition, isEntry: true },
        ...(isShownOnlyThen === true ? [{ path: ["properties", name, "x-when"], value: true }] : []),
      ]),
      name,
      false,
    );
  },
};

/** Once the other field is chosen. */
function offerChoices({ group }: ActionContext, name: string): RJSFSchema[] {
  const choices = listSchemaOptions(group.properties[name] ?? {});
  if (choices.length === 0) return [];
  const oneOf = choices.map(({ value, label }) => ({ const: toText(value), title: label }));
  return [
    {
      if: { properties: { field: { const: name } }, required: ["field"] },
      then: { properties: { value: { oneOf } } },
    },
  ];
}

function buildComparison({ group }: ActionContext, name: unknown, value: unknown): object {
  const { type, items } = group.properties[name as string] ?? {};
  const expected = { const: readTypedText(value as string, items?.type ?? type) };
  // A list never equals one value.
  return items ? { type: "array", contains: expected } : expected;
}
