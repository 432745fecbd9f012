import type { Fault } from "../../contract/faults.ts";
import type { FormState } from "./formState.ts";
import { namedEntries } from "./namedEntries.ts";

const isEntry = ({ path }: Fault) => path.length === 2 && /^\d+$/.test(path[1] ?? "");

/**
 * The entries of a plain list that break a rule, as one text: of fifty codes the wrong one has to be named.
 *
 * @param fault one of the list's faults; those of its other entries with the same words are named with it
 */
export function faultyEntryTexts({ values, faults, refusals }: FormState, fault: Fault): string {
  if (!isEntry(fault)) return "";
  const [field = ""] = fault.path;
  const list = (values as Record<string, unknown[] | undefined>)[field];
  if (!Array.isArray(list)) return "";
  const alike = [...faults, ...refusals].filter(
    (other) => isEntry(other) && other.path[0] === field && other.message === fault.message,
  );
  const texts = new Set(alike.map(({ path }) => list[Number(path[1])]));
  return namedEntries([...texts].filter(isPlain).map(String));
}

const isPlain = (value: unknown) => value !== undefined && typeof value !== "object";
