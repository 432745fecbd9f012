import { useMutation } from "@tanstack/react-query";
import { useContext } from "react";
import { DataProviderContext, useNotify } from "react-admin";
import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import { messages } from "../../contract/messages.ts";
import { metadataFileName, modelZipName } from "../../contract/model-folder/modelFolderNames.ts";
import { uploadFolder } from "../../contract/schema/regions.ts";
import type { Platform } from "../../contract/uploads/shellCommands.ts";
import {
  fillUploadScript,
  getScriptBody,
  type Shell,
  type UploadTicket,
} from "../../contract/uploads/uploadScript.ts";
import { createIdempotencyKey } from "../providers/calls/createIdempotencyKey.ts";
import type { Correction } from "../providers/calls/uploadCalls.ts";
import { createUnreadableError } from "../providers/calls/vendorCall.ts";
import { ApiError } from "../providers/calls/apiError.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { loadMetadataYaml } from "../providers/loadMetadataYaml.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { getRecordText } from "../ui/recordName.ts";
import { downloadFile } from "../ui/downloadFile.ts";
import { getUserMessage } from "../ui/states.tsx";
import { useCapabilities, usePortalConfig } from "../providers/usePortalConfig.ts";

/**
 * Checks the password, then downloads the upload script. The script contains neither password nor session token, only
 * an upload link: for this upload, or the shared one from config.json if the service issues no upload tickets. The
 * mutation returns the name of the file, and the link's expiry or "" if unknown.
 */
export function useScriptDownload(record: RecordRow, platform: Platform, correction?: Correction) {
  const dataProvider = usePortalDataProvider();
  // useDataProvider logs out on any 401; here a 401 only means a wrong password.
  const plainProvider = useContext(DataProviderContext) as unknown as PortalDataProvider;
  const notify = useNotify();
  const { sharedAccessUrl } = usePortalConfig();
  const { file, shell } = uploadScripts[platform];
  const { requestUpload: issuesTickets } = useCapabilities();
  const requestTicket = async (): Promise<ScriptTicket> => {
    if (!issuesTickets) {
      // The shared link has no place for a correction.
      if (!sharedAccessUrl || correction) throw new ApiError(messages.uploadNotAvailable, 404);
      return createSharedAccessTicket(sharedAccessUrl, record);
    }
    const { azcopyAddresses, ...ticket } = await dataProvider.requestUpload(record.id, correction);
    return { ...ticket, ...(azcopyAddresses && { azcopyAddress: azcopyAddresses }) };
  };
  return useMutation({
    mutationFn: async (password: string) => {
      await plainProvider.verifyPassword(password).catch(throwPasswordError);
      const [ticket, template] = await Promise.all([requestTicket(), fetchScriptTemplate(file)]);
      const title = getRecordText(record.currentMetadata, "title");
      const script = fillUploadScript(template, { ...ticket, recordId: record.id, title }, shell);
      const savedAs = scriptFileName(record, platform);
      downloadFile(savedAs, script, "text/plain");
      return { expires: ticket.expires, savedAs };
    },
    onError: (error) => notify(getUserMessage(error), { type: "error" }),
  });
}

/** Names the model, so that scripts of several models can be told apart: upload_030000000001.sh */
export function scriptFileName({ currentMetadata }: RecordRow, platform: Platform): string {
  const { file } = uploadScripts[platform];
  const safeName = getRecordText(currentMetadata, "identifier").replaceAll(/[^\w-]/g, "");
  return safeName === "" ? file : file.replace("script", safeName);
}

async function fetchScriptTemplate(file: string): Promise<string> {
  const response = await fetch(`${import.meta.env.BASE_URL}${file}`);
  const template = await response.text();
  // Proxies may return their own page, some with status 200.
  if (!response.ok || tryOrUndefined(() => getScriptBody(template)) === undefined)
    throw createUnreadableError();
  return template;
}

function throwPasswordError(error: unknown): never {
  const isWrongPassword = error instanceof ApiError && error.message === messages.badCredentials;
  throw isWrongPassword ? new ApiError(messages.incorrectPassword, error.status) : error;
}

type ScriptTicket = Omit<UploadTicket, "recordId" | "title">;

/**
 * A ticket for services without request-upload: a new folder in the shared container. It has no token and no
 * upload-complete step.
 *
 * @param sharedAccessUrl URL of the container with its SAS query
 */
function createSharedAccessTicket(sharedAccessUrl: string, { currentMetadata }: RecordRow): ScriptTicket {
  const { origin, pathname, search, searchParams } = new URL(sharedAccessUrl);
  const folder = uploadFolder(getRecordText(currentMetadata, "region"), createUuid());
  return {
    prefix: `${origin}${pathname.replace(/\/+$/, "")}/${folder}/`,
    query: search,
    blobName: modelZipName(
      getRecordText(currentMetadata, "identifier"),
      getRecordText(currentMetadata, "title"),
    ),
    folder,
    uploadToken: "",
    completeAddress: "",
    expires: searchParams.get("se") ?? "",
  };
}

/** UUID version 4 */
const createUuid = (): string =>
  createIdempotencyKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");

export const uploadScripts: Record<
  Platform,
  { file: "upload_script.sh" | "upload_script.ps1"; shell: Shell }
> = {
  WINDOWS: { file: "upload_script.ps1", shell: "powershell" },
  MAC_LINUX: { file: "upload_script.sh", shell: "bash" },
};

export function useYamlDownload(recordId: string) {
  const dataProvider = usePortalDataProvider();
  const notify = useNotify();
  return useMutation({
    mutationFn: () => loadMetadataYaml(dataProvider, recordId),
    onSuccess: (yaml) => downloadFile(metadataFileName(recordId), yaml, "application/yaml"),
    onError: (error) => notify(getUserMessage(error), { type: "error" }),
  });
}
