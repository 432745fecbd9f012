import { fillPath } from "../contract/wire/endpoints.ts";
import type { ModelRecord } from "../contract/modelRecord.ts";
import { isEditable } from "../contract/status.ts";

/** Where the portal lives on its host. */
export const BASE_PATH = "/metadata_app";

/** Every path of the portal, below the base path; `:name` stands for what varies. */
export const routes = {
  login: "/login",
  home: "/app/",
  newRecord: "/app/form/new",
  form: "/app/form/:recordId",
  view: "/app/view/:recordId",
  instructions: "/app/instructions/:recordId",
  review: "/app/review",
  settings: "/app/settings",
  about: "/app/about",
  support: "/app/support",
  dictionary: "/app/dictionary",
  guide: "/app/guide",
} as const;

/** The path of one record's screen. */
export const recordPath = (screen: "form" | "view" | "instructions", recordId: string): string =>
  fillPath(routes[screen], { recordId });

/**
 * The place that an address leads to after its `#`: a field, on a record's page and in its form; on its page also a
 * file, by its path inside the model, and what found the matter, the model report.
 */
export const placeOf = {
  field: (name: string) => `field-${name}`,
  file: (path: string) => `file-${encodeURIComponent(path)}`,
  finding: () => "model-report",
};

/** Where a record opens: the form while it is in progress, else its view. */
export const openingPath = ({ id, statusInfo }: Pick<ModelRecord, "id" | "statusInfo">): string =>
  recordPath(isEditable(statusInfo.status) ? "form" : "view", id);

/** What opening a record is called: it is edited while in progress, and only viewed after. */
export const openingWord = ({ statusInfo }: Pick<ModelRecord, "statusInfo">): "Edit" | "View" =>
  isEditable(statusInfo.status) ? "Edit" : "View";
