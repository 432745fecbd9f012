import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDataProvider, useGetList } from "react-admin";
import { regions } from "../../../contract/regions.ts";
import { listedOptions } from "../../form/optionLists.ts";
import type { ContactRow } from "../../providers/contactsDialect.ts";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";
import type { DisplayLists } from "./displayValue.ts";

const ALL = { pagination: { page: 1, perPage: 100_000 } };

/** The lists that a record's values are named by, as far as they have come. */
export function useDisplayLists(): DisplayLists {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { data: references } = useQuery({
    queryKey: ["references"],
    queryFn: () => dataProvider.references(),
    staleTime: Infinity,
  });
  const { data: contacts } = useGetList<ContactRow>("contacts", ALL);
  return useMemo(
    () => ({
      options: {
        regions: regions.map(({ value, label }) => ({ value, label })),
        ...listedOptions({ ...references }),
      },
      contacts,
      contactRoles: references?.contactRoles,
    }),
    [references, contacts],
  );
}
