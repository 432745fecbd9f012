import type { Draft } from "../../../src/portal/providers/drafts.ts";
import { anAccount } from "../../support/anAccount.ts";

/** Leaves a draft of a vendor on this device, as an earlier visit would. */
export function keepDraft(form: string, draft: Partial<Draft>, { username } = anAccount()) {
  const { id = "earlier", ...content } = draft;
  localStorage.setItem(
    `flood-model-portal.draft/${username}/${form}/${id}`,
    JSON.stringify({ values: {}, keptAt: "2026-03-02T15:04:05.000Z", ...content }),
  );
}
