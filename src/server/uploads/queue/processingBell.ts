import type { Services } from "../../services.ts";
import { createBell, type Bell } from "./bell.ts";

const bells = new WeakMap<Services["db"], Bell>();

/** The bell of the workers on one database in this process; those of other processes look by themselves. */
export function processingBell({ db }: Pick<Services, "db">): Bell {
  const bell = bells.get(db) ?? createBell();
  bells.set(db, bell);
  return bell;
}
