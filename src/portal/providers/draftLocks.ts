const nameOf = (id: string) => `flood-model-portal.draft/${id}`;

/** Missing where the portal is not served over TLS. */
const locks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

/**
 * Which drafts stand in a form that is open, in this tab or another. The browser itself frees them when a page ends,
 * however it ends. Where it has no locks no draft counts as open: one of another tab may be offered, and none is lost.
 */
export const draftLocks = {
  /** A form writes this draft, until the answer is called. */
  hold(id: string): () => void {
    let release = () => undefined as void;
    const end = new Promise<void>((resolve) => (release = resolve));
    void locks()
      ?.request(nameOf(id), () => end)
      .catch(() => undefined);
    return release;
  },

  /**
   * Calls back once no form holds the draft.
   *
   * @returns ends the waiting
   */
  whenFree(id: string, onFree: () => void): () => void {
    const manager = locks();
    if (!manager) {
      onFree();
      return () => undefined;
    }
    const ending = new AbortController();
    void manager
      .request(nameOf(id), { mode: "shared", signal: ending.signal }, () => {
        if (!ending.signal.aborted) onFree();
      })
      .catch(() => undefined);
    return () => ending.abort();
  },
};
