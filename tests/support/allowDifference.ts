/** A difference between answer and API description that the running test allows, such as a value older than its rule. */
let allowed: RegExp | undefined;

export function allowDifference(difference: RegExp): void {
  allowed = difference;
}

/** Returns the allowed difference and forgets it. */
export function takeAllowedDifference(): RegExp | undefined {
  const taken = allowed;
  allowed = undefined;
  return taken;
}
