import { vi } from "vitest";
import { VendorError } from "../../src/portal/providers/calls/vendorError.ts";

/** Lets react-admin print the refusals a test provokes; every other complaint still breaks the test. */
export function allowRefusals(): void {
  const spy = vi.spyOn(console, "error");
  const complain = spy.getMockImplementation();
  spy.mockImplementation((...words: unknown[]) => {
    if (!(words[0] instanceof VendorError)) complain?.(...words);
  });
}
