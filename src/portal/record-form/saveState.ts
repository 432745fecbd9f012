import type { ContestedField } from "../../contract/conflicts/mergeChanges.ts";
import type { Ground } from "./ownDraft.ts";
import type { OpenedRecord, SaveConflict } from "./savedVersions.ts";

/** What the user wants besides saving; the value of the button that says so. */
export type SaveIntent = "save" | "proceed";

/** Where a form stands between typing and saving. */
export type SaveState =
  | { is: "clean" }
  /** Something is typed; `isBehind`: since a save that has succeeded meanwhile. */
  | { is: "dirty"; isBehind: boolean }
  | { is: "saving" }
  /** Both sides changed these fields, and the user chooses. */
  | { is: "conflicted"; conflict: SaveConflict; contested: ContestedField[] }
  | { is: "failed"; error: Error };

export interface Work {
  state: SaveState;
  /** The version the next save is made over. */
  ground: Ground;
  /** The record as it was opened or saved last. */
  saved: OpenedRecord;
  intent: SaveIntent;
}

export type Step =
  | { to: "type" }
  | { to: "send"; intent: SaveIntent; ground: Ground }
  | { to: "stand"; ground: Ground }
  | { to: "saved"; ground: Ground; isBehind: boolean }
  | { to: "choose"; ground: Ground; conflict: SaveConflict; contested: ContestedField[] }
  | { to: "fail"; error: Error }
  | { to: "restore"; ground: Ground };

export function nextWork(work: Work, step: Step): Work {
  switch (step.to) {
    case "type":
      return work.state.is === "clean" ? { ...work, state: { is: "dirty", isBehind: false } } : work;
    case "send":
      return { ...work, state: { is: "saving" }, ground: step.ground, intent: step.intent };
    case "stand":
      return { ...work, ground: step.ground };
    case "saved":
      return {
        ...work,
        ground: step.ground,
        saved: step.ground,
        state: step.isBehind ? { is: "dirty", isBehind: true } : { is: "clean" },
      };
    case "choose": {
      const { ground, conflict, contested } = step;
      return { ...work, ground, state: { is: "conflicted", conflict, contested } };
    }
    case "fail":
      return { ...work, state: { is: "failed", error: step.error } };
    case "restore":
      return { ...work, ground: step.ground, state: { is: "dirty", isBehind: false } };
  }
}
