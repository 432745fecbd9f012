import { fileURLToPath } from "node:url";

/** What the bundler tells about its modules. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

interface Part {
  name: string;
  /** Where it begins, below src/portal. */
  root: string;
}

/** What every visitor needs, what every signed-in user needs, and what nearly each of them opens first. */
const PARTS: Part[] = [
  { name: "start", root: "main.tsx" },
  { name: "look", root: "theme.ts" },
  { name: "portal", root: "App.tsx" },
  { name: "home", root: "records/RecordsPage.tsx" },
];

/** Through these, everything a library has would seem to be needed. */
const COLLECTIONS = /ra-ui-materialui|@mui[\\/](material|icons-material)[\\/](esm[\\/])?index/;

const pathOf = (part: Part) => fileURLToPath(new URL(`../../src/portal/${part.root}`, import.meta.url));

/**
 * Which code travels together. Left to itself the bundler makes a file of each few modules that the same screens
 * share: Home would be fetched in more than thirty, a few at a time. So each part takes all it imports but what an
 * earlier part has; only what no part needs is split by screen.
 */
export function portalChunks() {
  let owners: Map<string, string> | undefined;
  const ownerOf = (id: string, graph: Graph) => (owners ??= ownersIn(graph)).get(id);
  return {
    groups: PARTS.map(({ name }, index) => ({
      name: (id: string, graph: Graph) => (ownerOf(id, graph) === name ? name : null),
      debugName: name,
      priority: PARTS.length - index,
    })),
  };
}

/** The first part that reaches each module. */
function ownersIn(graph: Graph): Map<string, string> {
  const owners = new Map<string, string>();
  for (const part of PARTS) {
    const waiting = [pathOf(part)];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (owners.has(id) || COLLECTIONS.test(id)) continue;
      owners.set(id, part.name);
      waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return owners;
}
