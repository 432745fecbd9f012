import type { Fault } from "../../../contract/rules/faults.ts";
import { VendorError } from "./vendorError.ts";

const NONE: Fault[] = [];

/** What the services found wrong with single fields; the same array for the same refusal. */
export const refusedFaults = (error: unknown): Fault[] =>
  error instanceof VendorError ? (error.body.faults ?? NONE) : NONE;
