import { toName } from "./fileNames.ts";
import type { LocatedError } from "./protocol.ts";

/** As the generator prints a mistake, for example `schemas/contact.schema.json:12:5: ...`. */
const ERROR_LINE = /^schemas\/(.+?):(\d+):(\d+): (.*)$/;

/** Reads the lines of an error that the generator throws. */
export const readErrorLines = (error: unknown): LocatedError[] =>
  (error as Error).message.split("\n").map((text) => {
    const [, path, line, column, message] = ERROR_LINE.exec(text) ?? [];
    const file = path === undefined ? undefined : toName(path);
    return {
      file,
      line: Number(line ?? 1),
      column: Number(column ?? 1),
      message: file === undefined ? text : message!,
    };
  });
