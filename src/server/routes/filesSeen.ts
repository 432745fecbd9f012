import type { FastifyRequest } from "fastify";
import type { Db } from "../database/tables.ts";
import { filesEtag } from "../uploads/uploadAnswers.ts";
import { isSame } from "./isUnchanged.ts";

/** Describes the header of calls that count only for the files that were looked at. */
export const LOOKED_AT = {
  "If-Match": "The ETag of the list of files that was looked at; refused where others stand by now.",
};

/** Tells whether the files of a record that stand are those that the caller looked at; where it does not say, they are. */
export const filesSeen =
  ({ headers }: FastifyRequest, recordId: number) =>
  async (trx: Db): Promise<boolean> => {
    const seen = headers["if-match"];
    return seen === undefined || isSame(seen, await filesEtag(trx, recordId));
  };
