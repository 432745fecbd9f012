import type { Notification } from "../../contract/generated/entities.ts";
import type { Status } from "../../contract/status.ts";

/** The newest notification of a status; for a rejection it holds the reason and the admin. */
export function latestNotification(notifications: Notification[], status: Status): Notification | undefined {
  return notifications
    .filter((notification) => notification.status === status)
    .toSorted((a, b) => b.date.localeCompare(a.date))[0];
}

/** The portal itself speaks of an upload's faults under this name. */
const PORTAL = "portal";

/** What was wrong with the newest upload that the portal had to refuse; undefined once the record has gone on since. */
export function latestUploadFault(notifications: Notification[]): Notification | undefined {
  const fault = latestNotification(
    notifications.filter(({ username }) => username === PORTAL),
    "in progress",
  );
  const isPast = notifications.some(
    ({ status, date }) => status !== "in progress" && date > (fault?.date ?? ""),
  );
  return isPast ? undefined : fault;
}
