import type { FastifyReply, FastifyRequest } from "fastify";
import { isRowId } from "../database/queries.ts";
import { HttpError, INVALID_CURSOR } from "../httpError.ts";

/** Query parameters of a list that can be read page by page. Without `limit`, the whole list is returned. */
export const PAGE_QUERY = {
  limit: { type: "string", pattern: "^([1-9][0-9]{0,2}|1000)$", description: "Rows per page, at most 1000." },
  after: {
    type: "string",
    maxLength: 105,
    description: "Where the page starts. Use the URL in the Link header of the page before.",
  },
};

export const LINK_HEADER = {
  Link: {
    type: "string",
    description:
      'The URL of the next page, as <URL>; rel="next". Only with a limit, and if there are more rows.',
  },
};

export interface PageQuery {
  limit?: string;
  after?: string;
}

interface Page<Row> {
  query: PageQuery & Record<string, string>;
  /** Lists at most `limit` rows; all without a limit. */
  list: (limit: number | undefined) => Promise<Row[]>;
  getCursor: (row: Row) => string;
}

/** Returns the requested page and sets the Link header if there is a next one. */
export async function sendPage<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  { query, list, getCursor }: Page<Row>,
): Promise<Row[]> {
  if (query.limit === undefined) return list(undefined);
  const limit = Number(query.limit);
  // One more row shows whether there is a next page.
  const rows = await list(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length > limit && last) setNextLink(request, reply, { ...query, after: getCursor(last) });
  return page;
}

export function setNextLink({ url }: FastifyRequest, reply: FastifyReply, query: Record<string, string>) {
  const [path = ""] = url.split("?");
  void reply.header("link", `<${path}?${new URLSearchParams(query).toString()}>; rel="next"`);
}

/** The id of the last row of the page before. @throws HttpError 400 for another text */
export function parseRowCursor(after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  if (!isRowId(after)) throw new HttpError(400, INVALID_CURSOR);
  return Number(after);
}

/** The numbers that identify the last row of the page before, by name. @throws HttpError 400 for another text */
export function parseNumberCursor<Name extends string>(
  after: string | undefined,
  names: readonly Name[],
): Record<Name, number> | undefined {
  if (after === undefined) return undefined;
  const numbers = after.split("_");
  if (numbers.length !== names.length || !numbers.every(isRowId)) throw new HttpError(400, INVALID_CURSOR);
  return Object.fromEntries(names.map((name, index) => [name, Number(numbers[index])])) as Record<
    Name,
    number
  >;
}

/** The time and id of the last row of the page before. @throws HttpError 400 for another text */
export function parseTimeCursor(after: string | undefined): { time: Date; id: number } | undefined {
  const cursor = parseTimeKeyCursor(after);
  if (cursor && !isRowId(cursor.key)) throw new HttpError(400, INVALID_CURSOR);
  return cursor && { time: cursor.time, id: Number(cursor.key) };
}

/** The time and key of the last row of the page before. @throws HttpError 400 for another text */
export function parseTimeKeyCursor(after: string | undefined): { time: Date; key: string } | undefined {
  if (after === undefined) return undefined;
  const [, time = "", key = ""] = /^([^_]*)_([\w-]+)$/.exec(after) ?? [];
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) throw new HttpError(400, INVALID_CURSOR);
  return { time: date, key };
}

export const formatTimeCursor = (time: Date, key: number | string): string => `${time.toISOString()}_${key}`;
