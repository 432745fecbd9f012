import type { Fault } from "../rules/faults.ts";

/** The first fault of each place: an empty text breaks both its length and its pattern, and the user is told one. */
export function onePerPlace(faults: Fault[]): Fault[] {
  const places = new Map<string, Fault>();
  for (const fault of faults) {
    const place = fault.path.join("/");
    if (!places.has(place)) places.set(place, fault);
  }
  return [...places.values()];
}
