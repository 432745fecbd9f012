import { setKeywords } from "../fieldEdits.ts";
import { changeType } from "../typeChange.ts";
import { findNamedType, findValueType, VALUE_TYPES } from "../valueTypes.ts";
import { buildObjectForm, getField, hasField, type FieldAction } from "./fieldAction.ts";
import { listChangedKeywords } from "./keywordForm.ts";

export const CHANGE_TYPE: FieldAction = {
  label: "Change the type",
  isOffered: (context) => hasField(context) && getField(context).type !== undefined,
  buildForm: () =>
    buildObjectForm({
      type: {
        type: "string",
        title: "Type",
        description:
          "Rules and choices that still apply stay. Check the examples afterwards. If documents are stored, Changes offers to convert them.",
        enum: VALUE_TYPES.map(({ title }) => title),
      },
    }),
  getValues: (context) => ({ type: findValueType(getField(context))?.title }),
  apply(text, context, { type: title }) {
    const before = getField(context);
    const type = findNamedType(title);
    if (!type || type === findValueType(before)) return text;
    return setKeywords(text, context.name, listChangedKeywords(before, changeType(before, type)));
  },
};
