import { fillPath } from "../contract/wire/endpoints.ts";
import type { ModelRecord } from "../contract/records/modelRecord.ts";
import { PORTAL_PATHS } from "../contract/portalPaths.ts";
import { isEditableStatus } from "../contract/status.ts";

export const BASE_PATH = "/metadata_app";

/** Below BASE_PATH. */
export const routes = {
  login: "/login",
  ...PORTAL_PATHS,
  newRecord: "/app/form/new",
  form: "/app/form/:recordId",
  instructions: "/app/instructions/:recordId",
  deleted: "/app/deleted",
  about: "/app/about",
  support: "/app/support",
  dictionary: "/app/dictionary",
  guide: "/app/guide",
} as const;

export const getRecordPath = (screen: "form" | "view" | "instructions", recordId: string): string =>
  fillPath(routes[screen], { recordId });

/** Names the draft of a record that was never saved. */
export const DRAFT_PARAMETER = "draft";

export const getDraftPath = (key: string): string =>
  `${routes.newRecord}?${DRAFT_PARAMETER}=${encodeURIComponent(key)}`;

/**
 * Element ids for links with a hash: a field on the form and record page; a file and the model report on the record
 * page.
 */
export const anchorIds = {
  field: (name: string) => `field-${name}`,
  file: (path: string) => `file-${encodeURIComponent(path)}`,
  finding: () => "model-report",
};

/** Spec: the form while in progress, otherwise the view. */
export const getOpenRecordPath = ({ id, statusInfo }: Pick<ModelRecord, "id" | "statusInfo">): string =>
  getRecordPath(isEditableStatus(statusInfo.status) ? "form" : "view", id);

export const getOpenLabel = ({ statusInfo }: Pick<ModelRecord, "statusInfo">): "Edit" | "View" =>
  isEditableStatus(statusInfo.status) ? "Edit" : "View";
