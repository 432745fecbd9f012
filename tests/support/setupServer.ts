import { afterAll, afterEach, expect } from "vitest";
import { takeAllowedDifference } from "./allowDifference.ts";
import { takeDifferences } from "./answerCheck.ts";

/** Checks every answer of every server test against the OpenAPI description of its route. */
function expectNoDifferences(): void {
  const allowed = takeAllowedDifference();
  expect(takeDifferences().filter((difference) => !allowed?.test(difference))).toEqual([]);
}
afterEach(expectNoDifferences);
// Answers after the last test.
afterAll(expectNoDifferences);
