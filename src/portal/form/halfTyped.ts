import { createContext, useContext } from "react";

/** The text of the next entry of a list of entries, by the list's name: no part of the values before it is ended. */
export type HalfTypedTexts = Record<string, string>;

/**
 * Keeps what is half typed beyond the form's own life.
 *
 * @param kept what an earlier visit left
 * @param onChange hears all of it after each change
 */
export function halfTyped(
  kept: HalfTypedTexts = {},
  onChange: (texts: HalfTypedTexts) => void = () => undefined,
) {
  const texts = new Map(Object.entries(kept));
  return {
    of: (name: string): string => texts.get(name) ?? "",
    keep(name: string, text: string) {
      if ((texts.get(name) ?? "") === text) return;
      if (text === "") texts.delete(name);
      else texts.set(name, text);
      onChange(Object.fromEntries(texts));
    },
  };
}

export type HalfTyped = ReturnType<typeof halfTyped>;

/** True when anything is half typed. */
export const holdHalfTyped = (texts: HalfTypedTexts | undefined): boolean =>
  Object.values(texts ?? {}).some((text) => text.trim() !== "");

/** Where what is half typed stays; without one it stays in its input alone. */
export const HalfTypedContext = createContext<HalfTyped | undefined>(undefined);

export const useHalfTyped = (): HalfTyped | undefined => useContext(HalfTypedContext);
