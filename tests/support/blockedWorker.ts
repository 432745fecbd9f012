/** The constructor of a browser whose policy allows no workers. */
export function BlockedWorker(): never {
  throw new DOMException("Access to the script is denied by the Content Security Policy.", "SecurityError");
}
