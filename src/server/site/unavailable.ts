/** PostgreSQL's classes of "not now": connection lost, shut down, starting, out of connections, statement ended. */
const NOT_NOW = /^(08...|57P0[1-3]|53300|57014)$/;
const UNREACHABLE = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EHOSTUNREACH", "ETIMEDOUT", "EPIPE", "EAI_AGAIN"],
  "REQUEST_SEND_ERROR",
]);
/** What the database's library says without a code. */
const WORDS = /connection terminated|timeout exceeded when trying to connect|query read timeout/i;

/** Whether a failure is one of what this server works with, and may pass: the database, or the store. */
export function isUnavailable(error: unknown): boolean {
  const { code, message, cause, errors } = error as Error & { code?: unknown; errors?: unknown[] };
  if (typeof code === "string" && (NOT_NOW.test(code) || UNREACHABLE.has(code))) return true;
  if (WORDS.test(String(message))) return true;
  return [...(Array.isArray(errors) ? errors : []), ...(cause ? [cause] : [])].some(isUnavailable);
}
