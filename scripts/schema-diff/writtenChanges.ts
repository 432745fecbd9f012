import type { SchemaChange } from "./change.ts";
import type { SchemaSet } from "./schemaSet.ts";
import { formatValue, listValueDifferences } from "./valueDifferences.ts";

/** Differences of a file that are none of the resolved schema at the same path, such as another $ref. */
export function listWrittenChanges(name: string, before: SchemaSet, after: SchemaSet): SchemaChange[] {
  const [oldFile, file] = [before.written.get(name), after.written.get(name)];
  const getResolved = ({ resolved, product }: SchemaSet, steps: string[]) =>
    getPart(
      resolved.get(name),
      steps.map((step) => step.replaceAll("{product}", product)),
    );
  const isResolvedAlike = (steps: string[]) =>
    findOneSidedPart(
      steps,
      (part) => getResolved(before, part),
      (part) => getResolved(after, part),
    ) === undefined &&
    JSON.stringify(getResolved(before, steps)) === JSON.stringify(getResolved(after, steps));
  const paths = listValueDifferences(oldFile, file)
    .map(({ steps }) => steps)
    .filter(isResolvedAlike)
    .map(
      (steps) =>
        findOneSidedPart(
          steps,
          (part) => getPart(oldFile, part),
          (part) => getPart(file, part),
        ) ?? steps,
    );
  return [...new Map(paths.map((steps) => [steps.join("/"), steps]))].map(([pointer, steps]) => {
    const [was, is] = [getPart(oldFile, steps), getPart(file, steps)];
    return {
      kind: "written",
      description: `\`/${pointer}\`: ${formatValue(was)} is now ${formatValue(is)}.`,
    };
  });
}

const getPart = (node: unknown, steps: string[]) =>
  steps.reduce<unknown>((part, step) => (part as Record<string, unknown> | undefined)?.[step], node);

/** The shortest beginning of a path that only one of two schemas has. */
const findOneSidedPart = (
  steps: string[],
  getOld: (steps: string[]) => unknown,
  getNew: (steps: string[]) => unknown,
): string[] | undefined =>
  steps
    .map((_, index) => steps.slice(0, index + 1))
    .find((part) => (getOld(part) === undefined) !== (getNew(part) === undefined));
