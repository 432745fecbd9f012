import { useDeferredValue, useMemo } from "react";
import { NO_REFERENCES } from "../../contract/schema/references.ts";
import { buildServerOptions, useReferenceOptions } from "../form/options/optionLists.ts";
import { buildRoleOptions } from "./contacts/roleOptions.ts";
import { useReferences } from "../providers/useVendorQuery.ts";
import { useSharedContacts } from "./contacts/useSharedContacts.ts";

export type FormLists = ReturnType<typeof useFormLists>;

/** The option lists and contacts of the form. The form works while they load. */
export function useFormLists() {
  const places = useReferenceOptions();
  const references = useReferences();
  const contacts = useSharedContacts();
  const listed = useMemo(
    () => ({
      ...places.data,
      ...buildServerOptions({ ...references.data }),
      ...(references.data && { contactRoles: buildRoleOptions(references.data.contactRoles) }),
    }),
    [places.data, references.data],
  );
  // Thousands of options: the form renders them in a transition.
  const options = useDeferredValue(listed);
  const queries = [places, references, contacts];
  return {
    options,
    contactBook: contacts.book,
    references: references.data ?? NO_REFERENCES,
    hasFailed: queries.some(({ isError }) => isError),
    retry: () => queries.filter(({ isError }) => isError).forEach((query) => void query.refetch()),
  };
}
