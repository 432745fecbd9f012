import { PRODUCT } from "../generated/product.ts";

/** The server's name of a record's id, in every call that speaks of one. */
export const RECORD_IDENTIFIER = `${PRODUCT}_identifier`;

/** The server's name of a contact's id. */
export const CONTACT_IDENTIFIER = `${PRODUCT}_contact_id`;
