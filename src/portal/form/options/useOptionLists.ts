import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { regions } from "../../../contract/schema/regions.ts";
import { loadCodedLists, loadPlaceOptions, type OptionLists } from "./optionLists.ts";

/** The closed lists that name stored codes. Until those of files have come, their codes stand for themselves. */
export function useCodedLists(): OptionLists {
  const { data } = useQuery({
    queryKey: ["coded-lists"],
    queryFn: loadCodedLists,
    staleTime: Infinity,
  });
  return useMemo(() => ({ regions: regions.map(({ value, label }) => ({ value, label })), ...data }), [data]);
}

/** The closed lists that a form chooses from, which are large. */
export const usePlaceOptions = () =>
  useQuery({ queryKey: ["place-options"], queryFn: loadPlaceOptions, staleTime: Infinity });
