import { getSchema } from "../schema/fields.ts";
import { showInvisibleCharacters } from "../showInvisibleCharacters.ts";
import type { NewReason } from "./reasonState.ts";

/** Empty for a reason about the whole record. */
export const getReasonSubject = ({ kind, name = "" }: Pick<NewReason, "kind" | "name">): string =>
  kind === "field" ? (getSchema("metadata").properties[name]?.title ?? name) : showInvisibleCharacters(name);

/** A draft may lack the text. */
export const formatReason = (reason: Pick<Partial<NewReason>, "kind" | "name" | "text">): string =>
  [getReasonSubject(reason), reason.text].filter(Boolean).join(": ");
