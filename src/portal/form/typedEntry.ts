import { useCallback, useEffect, useRef, useState } from "react";
import { useController } from "./formScope.ts";
import { useHalfTyped } from "./halfTyped.ts";

const SEPARATORS = /[,\r\n\t]+/;

interface TypedEntry {
  typed: string;
  /** Takes what stands in the input; a comma in it ends an entry. */
  type(text: string): void;
  /** Adds all that a text holds, split at commas, tabs and line ends. Empty parts are ignored. */
  add(text: string): void;
  addTyped(): void;
}

/**
 * The text being typed beside a list of entries, added to the list before the form is submitted. Until then it is kept
 * as what it is: half an entry.
 */
export function useTypedEntry(
  name: string,
  entries: string[],
  onChange: (entries: string[]) => void,
): TypedEntry {
  const { pendingEntries } = useController();
  const kept = useHalfTyped();
  const [typed, setTyped] = useState(() => kept?.of(name) ?? "");
  const current = useRef({ entries, typed, onChange });
  useEffect(() => {
    current.current = { entries, typed, onChange };
  });

  const replace = useCallback(
    (rest: string, added: string) => {
      const now = current.current;
      const fresh = added
        .split(SEPARATORS)
        .map((part) => part.trim())
        .filter(Boolean);
      const grown = fresh.length > 0 ? [...now.entries, ...fresh] : now.entries;
      current.current = { ...now, entries: grown, typed: rest };
      setTyped(rest);
      if (fresh.length > 0) now.onChange(grown);
      kept?.keep(name, rest);
    },
    [kept, name],
  );

  const addTyped = useCallback(() => replace("", current.current.typed), [replace]);

  useEffect(() => {
    pendingEntries.add(addTyped);
    return () => void pendingEntries.delete(addTyped);
  }, [addTyped, pendingEntries]);

  return {
    typed,
    type(text) {
      const end = Math.max(text.lastIndexOf(","), text.lastIndexOf("\n"));
      replace(text.slice(end + 1), end < 0 ? "" : text.slice(0, end));
    },
    add: (text) => replace("", text),
    addTyped,
  };
}
