/** Without it, Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

export const formatCsv = (rows: string[][]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(escapeCell).join(",")}\r\n`).join("");

/** Also prevents spreadsheets from running the text as a formula. */
const escapeCell = (text: string) =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
