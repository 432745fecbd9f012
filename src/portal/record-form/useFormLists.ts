import { useDeferredValue, useMemo } from "react";
import { NO_REFERENCES } from "../../contract/schema/references.ts";
import { listedOptions, usePlaceOptions } from "../form/options/optionLists.ts";
import { useReferences } from "../providers/useAnswer.ts";
import { useContactBook } from "./useContactBook.ts";

export type FormLists = ReturnType<typeof useFormLists>;

/** The lists a form chooses from. They come when they come: the form stands and works meanwhile. */
export function useFormLists() {
  const places = usePlaceOptions();
  const references = useReferences();
  const contacts = useContactBook();
  const listed = useMemo(
    () => ({ ...places.data, ...listedOptions({ ...references.data }) }),
    [places.data, references.data],
  );
  // Thousands: the form takes them in a little at a time.
  const options = useDeferredValue(listed);
  const queries = [places, references, contacts];
  return {
    options,
    contactBook: contacts.book,
    references: references.data ?? NO_REFERENCES,
    failed: queries.some(({ isError }) => isError),
    retry: () => queries.filter(({ isError }) => isError).forEach((query) => void query.refetch()),
  };
}
