/** About two lines of a card. */
const ROOM = 84;
const SEPARATOR = ", ";

/** As many of the first names as fit a card, and one at least. All of them where only a few letters would be saved. */
export function shortList(names: string[]): string[] {
  let length = 0;
  const fitting = names.findIndex((name) => (length += name.length + SEPARATOR.length) > ROOM);
  if (fitting < 0) return names;
  const rest = names.slice(fitting).join(SEPARATOR);
  return rest.length <= ROOM / 4 ? names : names.slice(0, Math.max(1, fitting));
}
