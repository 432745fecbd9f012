import { messages } from "../../contract/messages.ts";
import { VendorError } from "../providers/vendorError.ts";
import type { SaveIntent } from "./FormBar.tsx";
import { SaveConflictNote } from "./SaveConflictNote.tsx";
import { SaveFailure } from "./SaveFailure.tsx";
import type { SaveConflict } from "./saveConflict.ts";

interface SaveTroubleProps {
  error: Error | null;
  conflict: SaveConflict | undefined;
  intent: SaveIntent;
  onSaveOver: () => void;
  onTakeTheirs: () => void;
}

/** Why the last save did not succeed. What was refused field by field is said at the fields instead. */
export function SaveTrouble({ error, conflict, ...rest }: SaveTroubleProps) {
  if (!error) return null;
  if (conflict) return <SaveConflictNote conflict={conflict} {...rest} />;
  if (error instanceof VendorError && (error.body.faults?.length ?? 0) > 0) return null;
  return <SaveFailure words={error.message || messages.generic} intent={rest.intent} />;
}
