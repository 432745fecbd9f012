import type { FieldTemplateProps } from "@rjsf/utils";
import type { Bag, FieldSchema } from "../../../contract/fields.ts";
import { FieldFrame } from "../inputs/FieldFrame.tsx";
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
  if (fieldPathId.path.length === 0) return children;
  if (hidden) return null;
  return (
    <FieldFrame
      path={fieldPathId.path.map(String)}
      label={label}
      help={rawDescription ?? ""}
      required={required ?? false}
      layout={layoutOf(schema as FieldSchema)}
    >
      {children}
    </FieldFrame>
  );
}
