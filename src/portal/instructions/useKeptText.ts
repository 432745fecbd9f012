import { useState } from "react";

const STORAGE_NAME = "flood-model-portal.typed";

/** Typed text that a reload of the page in this tab does not lose, where the browser keeps anything. */
export function useKeptText(name: string): [text: string, setText: (text: string) => void] {
  const key = `${STORAGE_NAME}.${name}`;
  const [typed, setTyped] = useState<Record<string, string>>({});
  const setText = (text: string) => {
    setTyped((before) => ({ ...before, [key]: text }));
    try {
      sessionStorage.setItem(key, text);
    } catch {
      // It is typed again after a reload.
    }
  };
  return [typed[key] ?? keptText(key), setText];
}

function keptText(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
