import type { endpoints } from "../../contract/endpoints.ts";
import { accountCalls } from "./accountCalls.ts";
import type { CallDescription } from "./callDescription.ts";
import { contactCalls } from "./contactCalls.ts";
import { recordCalls } from "./recordCalls.ts";
import { reviewCalls } from "./reviewCalls.ts";
import { uploadCalls } from "./uploadCalls.ts";

/** Every call of the vendor services, for people. A call without a description does not compile. */
export const calls = {
  ...accountCalls,
  ...recordCalls,
  ...uploadCalls,
  ...contactCalls,
  ...reviewCalls,
} satisfies Record<keyof typeof endpoints, CallDescription>;
