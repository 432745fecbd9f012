/**
 * Handles the items one after the other. An item that fails does not block the later ones: its error is thrown at the
 * end. @throws the first error, or at once if the signal is aborted
 */
export async function tryEach<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  handle: (item: Item) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    signal.throwIfAborted();
    try {
      await handle(item);
    } catch (error) {
      signal.throwIfAborted();
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
