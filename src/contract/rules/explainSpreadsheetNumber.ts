/** "1.20301E+11", also with a decimal comma. */
const SHORTENED_NUMBER = /^\d(?:[.,]\d+)?e\+?\d+$/i;
const MAX_LEADING_ZEROS = 3;

/** Adds to the error of a broken pattern how a spreadsheet changed the number, if it did. */
export function explainSpreadsheetNumber(message: string, text: string, pattern = ""): string {
  const explanation = findSpreadsheetChange(text, new RegExp(pattern, "u"));
  return explanation ? `${message.replace(/\.?$/, ".")} ${explanation}` : message;
}

function findSpreadsheetChange(text: string, pattern: RegExp): string | undefined {
  if (SHORTENED_NUMBER.test(text))
    return `A spreadsheet shortened the number to ${text}. Format its cells as text, then copy it again.`;
  const restored = restoreLeadingZeros(text, pattern);
  return restored && `If a spreadsheet removed the leading zero, enter ${restored}.`;
}

/**
 * Only where the pattern requires the zero: 12 digits of any kind say nothing about the first. A spreadsheet removes all
 * leading zeros, so a text that has one was not changed.
 */
function restoreLeadingZeros(text: string, pattern: RegExp): string | undefined {
  if (!/^[1-9]\d*$/.test(text) || pattern.test(text)) return undefined;
  for (let count = 1; count <= MAX_LEADING_ZEROS; count += 1) {
    const [withZeros = "", withNines = ""] = ["0", "9"].map((digit) => digit.repeat(count) + text);
    if (pattern.test(withZeros)) return pattern.test(withNines) ? undefined : withZeros;
  }
  return undefined;
}
