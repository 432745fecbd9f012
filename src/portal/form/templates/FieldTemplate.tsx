import type { FieldTemplateProps } from "@rjsf/utils";
import type { Bag, FieldSchema } from "../../../contract/fields.ts";
import { useController } from "../formScope.ts";
import { ClearedNote } from "../inputs/ClearedNote.tsx";
import { FieldFrame } from "../inputs/FieldFrame.tsx";
import { StartNote } from "../inputs/StartNote.tsx";
import { isNamedByHeading, sectionId } from "../sections.ts";
import { layoutOf } from "../widgetNames.ts";

/** One field of the form: its frame, and the widget in it. The form itself, the root, has none. */
export function FieldTemplate({
  fieldPathId,
  label,
  required,
  rawDescription,
  schema,
  hidden,
  children,
}: FieldTemplateProps<Bag>) {
  const { schema: whole, idPrefix } = useController();
  if (fieldPathId.path.length === 0) return children;
  if (hidden) return null;
  const field = schema as FieldSchema;
  const name = String(fieldPathId.path[0]);
  const { "x-starts-with": start, "x-clears": clears } = field;
  return (
    <FieldFrame
      path={[name]}
      label={label}
      help={rawDescription ?? ""}
      required={required ?? false}
      layout={layoutOf(field)}
      {...(isNamedByHeading(whole, name) && {
        headingId: `${sectionId(idPrefix, field["x-section"] ?? "")}-heading`,
      })}
    >
      {children}
      {start && <StartNote name={name} other={start} />}
      {clears && <ClearedNote name={name} />}
    </FieldFrame>
  );
}
