import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Beside each file of the flows, which wait for processes, so many that wait for a browser. */
const BROWSERS = 2;

/**
 * Files that wait come first, and between each other: three workers with a browser each would want more than two cores
 * have, and none with one less. What only computes keeps both cores busy to the end.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const of = (name: string) => sorted.filter(({ project }) => project.name === name);
    const [flows, browser] = [of("flows"), of("browser")];
    const waiting = new Set([
      ...flows.flatMap((flow, at) => [flow, ...browser.slice(at * BROWSERS, (at + 1) * BROWSERS)]),
      ...browser,
    ]);
    return [...waiting, ...sorted.filter((file) => !waiting.has(file))];
  }
}
