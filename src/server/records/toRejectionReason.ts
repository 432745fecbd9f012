import type { RejectionReason } from "../../contract/review/reasonState.ts";
import type { StoredReason } from "../stores/records/notificationStore.ts";
import { formatTime } from "../uploads/encodeUploads.ts";

export const toRejectionReason = ({
  id,
  kind,
  name,
  content,
  blocking,
  answered_at,
  answer,
  finding,
}: StoredReason): RejectionReason => ({
  id: String(id),
  ...(kind !== null && name !== null && { kind, name }),
  ...{ text: content, blocking, answered: formatTime(answered_at), answer },
  ...(finding !== null && { finding }),
});
