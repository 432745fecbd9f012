import { useMutation } from "@tanstack/react-query";
import { useContext } from "react";
import { DataProviderContext, useDataProvider, useNotify } from "react-admin";
import { schemaOf, textOf } from "../../contract/schema/fields.ts";
import { messages } from "../../contract/messages.ts";
import type { Platform } from "../../contract/uploads/shellQuote.ts";
import { fillUploadScript } from "../../contract/uploads/uploadScript.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import type { Correction } from "../providers/calls/uploadCalls.ts";
import { isNotServed, VendorError } from "../providers/calls/vendorError.ts";
import { downloadFile } from "../ui/downloadFile.ts";
import { usePortalConfig } from "../usePortalConfig.ts";
import { sharedAccessTicket, type Leave } from "./sharedAccessTicket.ts";
import { uploadScripts } from "./uploadScripts.ts";

/**
 * Gives out the upload script of a record, once the password has been checked again. The script holds neither the
 * password nor the session: only leave for this one upload, or where the services grant none, the access that the
 * installation shares with all its vendors. Answers when that ends, empty where nothing says so.
 */
export function useScriptDownload(record: RecordRow, platform: Platform, correction?: Correction) {
  const dataProvider = useDataProvider<PortalDataProvider>();
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
      if (!sharedAccessUrl) throw new Error(messages.noUploadGranted, { cause: error });
      return sharedAccessTicket(sharedAccessUrl, record);
    }
  };
  return useMutation({
    mutationFn: async (password: string) => {
      await plainProvider.recheckPassword(password).catch(refuse);
      const [leave, template] = await Promise.all([requestLeave(), templateOf(file)]);
      const title = textOf(schemaOf("metadata"), record.currentMetadata, "title");
      const script = fillUploadScript(template, { ...leave, recordId: record.id, title }, shell);
      downloadFile(file, script, "text/plain");
      return leave.expires;
    },
    onError: (error) => notify(error.message || messages.generic, { type: "error" }),
  });
}

async function templateOf(file: string): Promise<string> {
  const response = await fetch(`${import.meta.env.BASE_URL}${file}`);
  if (!response.ok) throw new Error(messages.generic);
  return response.text();
}

/** A refused password comes as 401, or as 403 where the user has lost the right to enter. */
function refuse(error: unknown): never {
  const isRefused = error instanceof VendorError && (error.status === 401 || error.status === 403);
  throw isRefused ? new Error(messages.incorrectPassword) : error;
}
