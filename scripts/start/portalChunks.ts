import { fileURLToPath } from "node:url";

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

interface Chunk {
  name: string;
  /** Entry module in src/portal. */
  entry: string;
}

/** For every visitor, for every signed-in user, and for the page that most of them open first. */
const CHUNKS: Chunk[] = [
  { name: "start", entry: "main.tsx" },
  { name: "look", entry: "theme.ts" },
  { name: "portal", entry: "App.tsx" },
  { name: "home", entry: "records/RecordsPage.tsx" },
];

/** Barrel files: following their imports would pull in whole libraries. */
const BARREL_FILES = /ra-ui-materialui|@mui[\\/](material|icons-material)[\\/](esm[\\/])?index/;

const getEntryPath = (chunk: Chunk) =>
  fileURLToPath(new URL(`../../src/portal/${chunk.entry}`, import.meta.url));

/**
 * By default the bundler makes many small files of the modules that the same screens share, more than thirty for Home.
 * Here each chunk contains everything it imports that is not in an earlier chunk; the rest is split by screen.
 */
export function portalChunks() {
  let chunkNames: Map<string, string> | undefined;
  const getChunkName = (id: string, graph: ModuleGraph) => (chunkNames ??= mapModulesToChunks(graph)).get(id);
  return {
    groups: CHUNKS.map(({ name }, index) => ({
      name: (id: string, graph: ModuleGraph) => (getChunkName(id, graph) === name ? name : null),
      debugName: name,
      priority: CHUNKS.length - index,
    })),
  };
}

/** Assigns each module to the first chunk that imports it. */
function mapModulesToChunks(graph: ModuleGraph): Map<string, string> {
  const chunkNames = new Map<string, string>();
  for (const chunk of CHUNKS) {
    const queue = [getEntryPath(chunk)];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (chunkNames.has(id) || BARREL_FILES.test(id)) continue;
      chunkNames.set(id, chunk.name);
      queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return chunkNames;
}
