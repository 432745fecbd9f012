import { importsOf, typeScriptFiles } from "../docs/importPicture.ts";

/** A word that a file shares with a test in its path makes the test as near as this many imports less do. */
const IMPORTS_PER_WORD = 2;

/** Returns a function that lists the tests which import a file, directly or not, the likeliest to test it first. */
export function createTestFinder(testFolders: string[]): (file: string) => string[] {
  const importers = listImporters(["src", "scripts", "tests"].flatMap(typeScriptFiles));
  const isTest = (file: string) =>
    /\.test\.tsx?$/.test(file) && testFolders.some((folder) => file.startsWith(`${folder}/`));
  return (file) => {
    const distances = new Map([[file, 0]]);
    // A map also iterates over entries that the loop adds, in order: breadth first.
    for (const [next, distance] of distances)
      for (const importer of importers.get(next) ?? [])
        if (!distances.has(importer)) distances.set(importer, distance + 1);
    const rankOf = (test: string) => distances.get(test)! - IMPORTS_PER_WORD * countSharedWords(file, test);
    return [...distances.keys()].filter(isTest).toSorted((a, b) => rankOf(a) - rankOf(b));
  };
}

function listImporters(files: string[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of files)
    for (const target of importsOf(file, "values"))
      importers.set(target, [...(importers.get(target) ?? []), file]);
  return importers;
}

function countSharedWords(file: string, test: string): number {
  const words = wordsOf(test);
  return [...wordsOf(file)].filter((word) => words.has(word)).length;
}

/** `src/server/routes/draftRoutes.ts` -> `src`, `server`, `route`, `draft`, `ts`. */
const wordsOf = (path: string): Set<string> =>
  new Set((path.match(/[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase().replace(/s$/, "")));
