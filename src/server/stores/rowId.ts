/** Whether a text from outside can be the id of a row at all; anything else would be an error of the database. */
export const isRowId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);
