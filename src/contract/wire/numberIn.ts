/** Digits, in groups of three or not, with a fraction or a power of ten if there is one. */
const NUMBER = /^[+-]?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?(e[+-]?\d{1,3})?$/i;

/** The number a text says, such as `1,250.5`; undefined for any other text. */
export function numberIn(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/\d/.test(trimmed) || !NUMBER.test(trimmed)) return undefined;
  const value = Number(trimmed.replaceAll(",", ""));
  return Number.isFinite(value) ? value : undefined;
}
