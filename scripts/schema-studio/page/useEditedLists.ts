import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { referenceLists } from "../../../src/contract/generated/referenceLists.ts";
import { tryOrUndefined } from "../../../src/contract/tryOrUndefined.ts";
import { isListName } from "../fileNames.ts";
import { readList } from "./readList.ts";

/** Offers reference lists as edited: the forms of the portal read them from the generated module. */
export function useEditedLists(texts: ReadonlyMap<string, string>): void {
  const queryClient = useQueryClient();
  const offered = useRef(texts);
  useEffect(() => {
    const edited = [...texts].filter(
      ([name, text]) => isListName(name) && offered.current.get(name) !== text,
    );
    offered.current = texts;
    const lists = edited.flatMap(([name, text]) => tryOrUndefined(() => readList(name, text)) ?? []);
    if (lists.length === 0) return;
    for (const { source, isCoded, entries } of lists)
      Object.assign(referenceLists, {
        [source]: { isCoded, load: () => Promise.resolve({ default: entries }) },
      });
    void queryClient.invalidateQueries({ queryKey: ["reference-options"] });
  }, [texts, queryClient]);
}
