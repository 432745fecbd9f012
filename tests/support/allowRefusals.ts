import { vi } from "vitest";
import { ApiError } from "../../src/portal/providers/calls/apiError.ts";

/** Ignores the HTTP errors that react-admin logs; any other console message still fails the test. */
export function allowRefusals(): void {
  const spy = vi.spyOn(console, "error");
  const complain = spy.getMockImplementation();
  spy.mockImplementation((...words: unknown[]) => {
    if (!(words[0] instanceof ApiError)) complain?.(...words);
  });
}
