import { PRODUCT } from "../generated/product.ts";

export const RECORD_ID_KEY = `${PRODUCT}_identifier`;

export const CONTACT_ID_KEY = `${PRODUCT}_contact_id`;
