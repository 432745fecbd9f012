import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { Account } from "../../contract/generated/entities.ts";
import { createEntrance, type Entrance } from "./createEntrance.ts";

/**
 * Keeps the address in step with the session.
 *
 * @returns whether the address suits the session already, and why the last session ended
 */
export function useSessionAddress(account: Account | undefined): Entrance {
  const [entrance] = useState(createEntrance);
  useLayoutEffect(() => (account ? entrance.enter() : entrance.leave()), [entrance, account]);
  return useSyncExternalStore(entrance.subscribe, entrance.current);
}
