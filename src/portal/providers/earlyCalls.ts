/** What was asked too long ago is asked again. */
const FRESH_FOR = 10_000;

const waiting = new Map<string, { answer: Promise<Response>; at: number }>();

const nameOf = (address: string, token: string | undefined) => `${token ?? ""} ${address}`;

/**
 * Readings begun while the code that needs them is still on its way. Each answer is given once, to the first who asks
 * for the same address with the same token.
 */
export const earlyCalls = {
  begin(address: string, token: string): void {
    const name = nameOf(address, token);
    if (waiting.has(name)) return;
    const answer = fetch(address, { method: "GET", headers: { "x-access-token": token } });
    // Whoever takes the answer hears of its failure; if nobody does, nobody needs to.
    answer.catch(() => undefined);
    waiting.set(name, { answer, at: Date.now() });
  },

  take(address: string, token: string | undefined): Promise<Response> | undefined {
    const name = nameOf(address, token);
    const early = waiting.get(name);
    waiting.delete(name);
    return early && Date.now() - early.at < FRESH_FOR ? early.answer : undefined;
  },

  /** Forgets what nobody has taken. */
  forget(): void {
    waiting.clear();
  },
};
