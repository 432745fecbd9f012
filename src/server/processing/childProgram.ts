import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";

interface ChildProgram {
  file: string;
  /** Options for Node. A TypeScript source needs tsx, a compiled program does not. */
  nodeOptions: string[];
}

/** @param name the program's file in `folder`, without extension */
export function findChildProgram(folder: string, name: string): ChildProgram {
  const extension = extname(import.meta.filename);
  return { file: join(folder, name + extension), nodeOptions: extension === ".ts" ? importTsx() : [] };
}

const importTsx = () => ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href];
