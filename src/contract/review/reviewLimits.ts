/** Longest texts of calls whose bodies have no schema, in characters. */
export const MAX_NOTE_LENGTH = 10_000;
export const MAX_REOPENING_REASON_LENGTH = 10_000;
export const MAX_ACCEPTANCE_NOTE_LENGTH = 2000;
export const MAX_ANSWER_LENGTH = 2000;
