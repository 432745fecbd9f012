/** Longest text of a search or filter, in characters. */
export const MAX_FILTER_LENGTH = 200;

/** The server counts at most this many matching records and one: counting all of a large database would be slow. */
export const MAX_COUNTED_RECORDS = 1000;
