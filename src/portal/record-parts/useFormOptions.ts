import { useMemo } from "react";
import { buildServerOptions, useReferenceOptions } from "../form/options/optionLists.ts";
import { useReferences } from "../providers/useVendorQuery.ts";

/** The option lists of a form, and the references that they come from. The form works while they load. */
export function useFormOptions() {
  const { data: lists } = useReferenceOptions();
  const { data: references } = useReferences();
  const options = useMemo(
    () => ({ ...lists, ...buildServerOptions({ ...references }) }),
    [lists, references],
  );
  return { options, references };
}
