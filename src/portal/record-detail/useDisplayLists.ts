import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDataProvider, useGetList } from "react-admin";
import type { References } from "../../contract/references.ts";
import { listedOptions } from "../form/optionLists.ts";
import { useCodedLists } from "../form/useCodedLists.ts";
import type { ContactRow } from "../providers/contactsDialect.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { DisplayLists } from "./displayValue.ts";

const ALL = { pagination: { page: 1, perPage: 100_000 } };

interface LoadedLists extends DisplayLists {
  /** The lists that come from calls, once they have come. */
  references: References | undefined;
  /** True where they could not be had: codes are shown as they are. */
  failed: boolean;
}

/** The lists that a record's values are named by, as far as they have come. */
export function useDisplayLists(): LoadedLists {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { data: references, isError: failed } = useQuery({
    queryKey: ["references"],
    queryFn: () => dataProvider.references(),
    staleTime: Infinity,
  });
  const coded = useCodedLists();
  const { data: contacts } = useGetList<ContactRow>("contacts", ALL);
  return useMemo(
    () => ({
      options: { ...coded, ...listedOptions({ ...references }) },
      contacts,
      contactRoles: references?.contactRoles,
      references,
      failed,
    }),
    [references, coded, contacts, failed],
  );
}
