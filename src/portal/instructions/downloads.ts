import { useMutation } from "@tanstack/react-query";
import { useContext } from "react";
import { DataProviderContext, useNotify } from "react-admin";
import { attempt } from "../../contract/attempt.ts";
import { messages } from "../../contract/messages.ts";
import { metadataFileName, zipFileName } from "../../contract/model-folder/modelFolder.ts";
import { destinationFolder } from "../../contract/schema/regions.ts";
import type { Platform } from "../../contract/uploads/shellQuote.ts";
import {
  fillUploadScript,
  scriptBody,
  type Shell,
  type UploadTicket,
} from "../../contract/uploads/uploadScript.ts";
import { metadataYaml } from "../../contract/yaml/metadataYaml.ts";
import { newKey } from "../providers/calls/newKey.ts";
import type { Correction } from "../providers/calls/uploadCalls.ts";
import { unreadable } from "../providers/calls/vendorCall.ts";
import { isNotServed, VendorError } from "../providers/calls/vendorError.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { usePortalProvider } from "../providers/useAnswer.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { ALL_ROWS } from "../providers/resources/simpleRest.ts";
import { textWith } from "../recordName.ts";
import { downloadFile } from "../ui/downloadFile.ts";
import { problemWords } from "../ui/states.tsx";
import { usePortalConfig } from "../usePortalConfig.ts";

/**
 * Gives out the upload script of a record, once the password has been checked again. The script holds neither the
 * password nor the session: only leave for this one upload, or where the services grant none, the access that the
 * installation shares with all its vendors. Answers when that ends, empty where nothing says so.
 */
export function useScriptDownload(record: RecordRow, platform: Platform, correction?: Correction) {
  const dataProvider = usePortalProvider();
  // The hook's provider takes any 401 for the end of the session; here it only means a wrong password.
  const plainProvider = useContext(DataProviderContext) as unknown as PortalDataProvider;
  const notify = useNotify();
  const { sharedAccessUrl } = usePortalConfig();
  const { file, shell } = uploadScripts[platform];
  const requestLeave = async (): Promise<Leave> => {
    try {
      const { azcopyAddresses, ...ticket } = await dataProvider.requestUpload(record.id, correction);
      return { ...ticket, ...(azcopyAddresses && { azcopyAddress: azcopyAddresses }) };
    } catch (error) {
      // The version may be what is missing: nothing else stands for a correction.
      if (!isNotServed(error) || correction) throw error;
      if (!sharedAccessUrl) throw new VendorError(messages.noUploadGranted, 404);
      return sharedAccessTicket(sharedAccessUrl, record);
    }
  };
  return useMutation({
    mutationFn: async (password: string) => {
      await plainProvider.recheckPassword(password).catch(refuse);
      const [leave, template] = await Promise.all([requestLeave(), templateOf(file)]);
      const title = textWith(record.currentMetadata, "title");
      const script = fillUploadScript(template, { ...leave, recordId: record.id, title }, shell);
      downloadFile(file, script, "text/plain");
      return leave.expires;
    },
    onError: (error) => notify(problemWords(error), { type: "error" }),
  });
}

async function templateOf(file: string): Promise<string> {
  const response = await fetch(`${import.meta.env.BASE_URL}${file}`);
  const template = await response.text();
  // Some proxies answer a page of their own, and some call that a success.
  if (!response.ok || attempt(() => scriptBody(template)) === undefined) throw unreadable();
  return template;
}

function refuse(error: unknown): never {
  const isRefused = error instanceof VendorError && error.message === messages.badCredentials;
  throw isRefused ? new VendorError(messages.incorrectPassword, error.status) : error;
}

/** Where an upload goes and what it may do there. */
type Leave = Omit<UploadTicket, "recordId" | "title">;

/**
 * Leave to upload one model where the services grant none: a new folder in the container that the installation shares
 * with all its vendors. Nobody is told of the upload, so there is no token and no last step. It ends when the shared
 * access says that it does, if it says so.
 *
 * @param sharedAccessUrl address of the container with its shared-access query
 */
function sharedAccessTicket(sharedAccessUrl: string, { currentMetadata }: RecordRow): Leave {
  const { origin, pathname, search, searchParams } = new URL(sharedAccessUrl);
  const folder = destinationFolder(textWith(currentMetadata, "region"), newUuid());
  return {
    prefix: `${origin}${pathname.replace(/\/+$/, "")}/${folder}/`,
    query: search,
    blobName: zipFileName(textWith(currentMetadata, "identifier"), textWith(currentMetadata, "title")),
    folder,
    uploadToken: "",
    completeAddress: "",
    expires: searchParams.get("se") ?? "",
  };
}

/** Version 4: random digits, but for the two that say so. */
const newUuid = (): string => newKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");

/** The upload script of each platform: its file, and the shell that runs it. */
export const uploadScripts: Record<
  Platform,
  { file: "upload_script.sh" | "upload_script.ps1"; shell: Shell }
> = {
  WINDOWS: { file: "upload_script.ps1", shell: "powershell" },
  MAC_LINUX: { file: "upload_script.sh", shell: "bash" },
};

/** Writes the record's metadata, as it is saved now, into a YAML file. */
export function useYamlDownload(recordId: string) {
  const dataProvider = usePortalProvider();
  const notify = useNotify();
  return useMutation({
    mutationFn: async () => {
      const [record, references, contacts] = await Promise.all([
        dataProvider.getOne("records", { id: recordId }),
        dataProvider.references(),
        dataProvider.getList("contacts", ALL_ROWS),
      ]);
      const { currentMetadata: metadata } = record.data as RecordRow;
      return metadataYaml({ recordId, metadata, references, contacts: contacts.data });
    },
    onSuccess: (yaml) => downloadFile(metadataFileName(recordId), yaml, "application/yaml"),
    onError: (error) => notify(problemWords(error), { type: "error" }),
  });
}
