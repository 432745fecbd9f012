import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDataProvider } from "react-admin";
import { NO_REFERENCES } from "../../contract/schema/references.ts";
import { listedOptions, loadPlaceOptions } from "../form/options/optionLists.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { useContactBook } from "./useContactBook.ts";

/** The lists a form chooses from. They come when they come: the form stands and works meanwhile. */
export function useFormLists() {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const places = useQuery({
    queryKey: ["place-options"],
    queryFn: loadPlaceOptions,
    staleTime: Infinity,
  });
  const references = useQuery({
    queryKey: ["references"],
    queryFn: () => dataProvider.references(),
    staleTime: Infinity,
  });
  const contacts = useContactBook();
  const options = useMemo(
    () => ({ ...places.data, ...listedOptions({ ...references.data }) }),
    [places.data, references.data],
  );
  const queries = [places, references, contacts];
  return {
    options,
    contactBook: contacts.book,
    references: references.data ?? NO_REFERENCES,
    failed: queries.some(({ isError }) => isError),
    retry: () => queries.filter(({ isError }) => isError).forEach((query) => void query.refetch()),
  };
}
