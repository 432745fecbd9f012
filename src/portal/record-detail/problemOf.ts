import { messages } from "../../contract/messages.ts";
import { VendorError } from "../providers/vendorError.ts";

/** What an error says for itself. Only a refusal of the vendor services is worded for people. */
export const problemOf = (error: unknown): string =>
  error instanceof VendorError && error.message !== "" ? error.message : messages.generic;
