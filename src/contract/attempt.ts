/** What an action answers; undefined where it throws, which is all that its caller needs to know. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
