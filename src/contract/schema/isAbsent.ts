/** Whether a value says nothing. A list that was filled and emptied again is as one that was never filled. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
