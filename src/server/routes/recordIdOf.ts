import type { Bag } from "../../contract/schema/fields.ts";
import { RECORD_IDENTIFIER } from "../../contract/schema/product.ts";

/** The id of the record that a call's body is about; empty when it names none. */
export const recordIdOf = (body: Bag): string => String(body[RECORD_IDENTIFIER] ?? "");
