import type { Draft } from "../../../src/portal/providers/drafts.ts";
import { anAccount } from "../../support/anAccount.ts";

/** Stores a draft, as from an earlier visit. */
export function storeDraft(form: string, draft: Partial<Draft>, { username } = anAccount()) {
  const { id = "earlier", ...content } = draft;
  localStorage.setItem(
    `flood-model-portal.draft/${username}/${form}/${id}`,
    JSON.stringify({ values: {}, savedAt: "2026-03-02T15:04:05.000Z", ...content }),
  );
}
