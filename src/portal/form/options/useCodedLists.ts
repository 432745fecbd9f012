import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { regions } from "../../../contract/schema/regions.ts";
import { loadCodedLists, type OptionLists } from "./optionLists.ts";

/** The closed lists that name stored codes. Until those of files have come, their codes stand for themselves. */
export function useCodedLists(): OptionLists {
  const { data } = useQuery({
    queryKey: ["coded-lists"],
    queryFn: loadCodedLists,
    staleTime: Infinity,
  });
  return useMemo(() => ({ regions: regions.map(({ value, label }) => ({ value, label })), ...data }), [data]);
}
