import type { ReactNode } from "react";
import { RequiredMark } from "./RequiredMark.tsx";

interface FieldLabelProps {
  /** Id of the input or group it names. */
  id: string;
  isGroup: boolean;
  required: boolean;
  children: ReactNode;
}

/** The name of a field, above it: a label for one input, plain text for a group. */
export function FieldLabel({ id, isGroup, required, children }: FieldLabelProps) {
  const shared = { id: `${id}-label`, className: "field-label" };
  const words = (
    <>
      {children}
      {required && <RequiredMark />}
    </>
  );
  if (isGroup) return <div {...shared}>{words}</div>;
  return (
    <label {...shared} htmlFor={id}>
      {words}
    </label>
  );
}
