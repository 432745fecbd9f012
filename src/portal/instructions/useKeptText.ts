import { useState } from "react";
import { attempt } from "../../contract/attempt.ts";

/** Text that a tab still has after a reload of the page, where the browser keeps anything. */
export function useKeptText(name: string): [text: string, setText: (text: string) => void] {
  const key = `flood-model-portal.${name}`;
  const [typed, setTyped] = useState<Record<string, string>>({});
  const setText = (text: string) => {
    setTyped((before) => ({ ...before, [key]: text }));
    attempt(() => sessionStorage.setItem(key, text));
  };
  return [typed[key] ?? attempt(() => sessionStorage.getItem(key)) ?? "", setText];
}
