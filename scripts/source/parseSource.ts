import { readJson } from "./readJson.ts";
import { SourceError, type Source } from "./source.ts";

/** @throws Error with file, line and column of what is not JSON */
export function parseSource(file: string, text: string): Source {
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { line, column } = error.position;
    throw new Error(`${file}:${line}:${column}: ${error.message}`, { cause: error });
  }
}

/**
 * For large files: positions are read only if there is an error.
 *
 * @throws Error with file, line and column of what is not JSON
 */
export function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseSource(file, text).value;
  }
}

export interface SourceMistake {
  path: string[];
  message: string;
}

/** @returns each as `file:line:column: message (pointer)` */
export function formatErrors(file: string, text: string, mistakes: SourceMistake[]): string[] {
  if (mistakes.length === 0) return [];
  const source = parseSource(file, text);
  return mistakes.map(({ path, message }) => {
    const { line, column } = source.positionOf(path);
    return `${file}:${line}:${column}: ${message} (/${path.join("/")})`;
  });
}
