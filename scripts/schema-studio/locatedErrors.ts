import type { LocatedError } from "./protocol.ts";

/** As the generator prints a mistake, for example `schemas/contact.schema.json:12:5: ...`. */
const ERROR_LINE = /^schemas\/(.+?):(\d+):(\d+): (.*)$/;

/** Reads the lines of an error that the generator throws. */
export const readErrorLines = (error: unknown): LocatedError[] =>
  (error as Error).message.split("\n").map((text) => {
    const [, file, line, column, message] = ERROR_LINE.exec(text) ?? [];
    const schema = file === undefined ? undefined : /^(.+)\.schema\.json$/.exec(file)?.[1];
    return {
      schema,
      line: Number(line ?? 1),
      column: Number(column ?? 1),
      message: schema === undefined ? text : message!,
    };
  });
