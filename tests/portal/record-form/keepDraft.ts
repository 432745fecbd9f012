import { draftStore, type Draft } from "../../../src/portal/providers/drafts.ts";
import { anAccount } from "../../support/anAccount.ts";

/** Leaves a draft of the usual vendor on this device, as an earlier visit would. */
export const keepDraft = (form: string, draft: Partial<Draft>) =>
  draftStore.keep(anAccount().username, form, {
    id: "earlier",
    values: {},
    keptAt: "2026-03-02T15:04:05.000Z",
    ...draft,
  });
