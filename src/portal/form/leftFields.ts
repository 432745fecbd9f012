import { whenLetGo } from "./formContext.ts";
import { renumbered, type PlaceOf } from "./renumbering.ts";

/** The fields that were left once, by their paths; of groups with a dot behind. What is wrong there is told. */
export class LeftFields {
  private left = new Map<string, true>();
  /** The same of those left for a press that has not ended: until then, nothing is told of them. */
  private leaving = new Map<string, true>();

  /** Adds a field or a group, and says when it is to be told of. */
  add(key: string, onLeft: () => void): void {
    this.leaving.set(key, true);
    whenLetGo(() => {
      if (this.leaving.size === 0) return;
      this.left = new Map([...this.left, ...this.leaving]);
      this.leaving.clear();
      onLeft();
    });
  }

  renumber(list: string, placeOf: PlaceOf): void {
    this.left = renumbered(this.left, list, placeOf);
    this.leaving = renumbered(this.leaving, list, placeOf);
  }

  /** Whether a field was left, or a group around it. */
  has(key: string): boolean {
    const isAround = (group: string) => group.endsWith(".") && key.startsWith(group);
    return this.left.has(key) || [...this.left.keys()].some(isAround);
  }
}
