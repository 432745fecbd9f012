import { screen } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { InstructionsPage } from "../../../src/portal/instructions/InstructionsPage.tsx";
import type { PortalConfig } from "../../../src/portal/providers/calls/portalConfig.ts";
import { routes } from "../../../src/portal/routes.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderScreen } from "../../support/renderApp.tsx";

export const SESSION_TOKEN = "session-token-of-vendor1";

export const aTicket = () =>
  encode(
    getSchema("upload-ticket"),
    {
      prefix: "https://store.example.com/ms2/twdb-region-03/6f1f",
      query: "sp=racwlm&sig=abc%3D",
      blobName: "030000000001_Denton_Creek.zip",
      folder: "twdb-region-03/6f1f",
      uploadBatchId: "6f1f",
      expires: "2026-12-05T18:00:00.000Z",
      uploadToken: "token-of-this-upload",
      completeAddress: "https://portal.example.com/api/vendors/upload-complete",
      azcopyAddresses: { linux: "https://store.example.com/azcopy.tar.gz" },
    },
    "read",
  );

/** Renders the instructions of record 7; `files` holds the downloaded texts by file name. */
export function renderInstructions(answers: Answers = {}, config: Partial<PortalConfig> = {}) {
  const view = renderScreen(<InstructionsPage />, {
    at: "/app/instructions/7",
    route: routes.instructions,
    account: anAccount({ accessToken: SESSION_TOKEN }),
    config,
    answers: {
      [endpoints.getRecord.path]: [aWireRecord({ id: "7" })],
      [endpoints.listNotifications.path]: [],
      [endpoints.uploadProgress.path]: [],
      [endpoints.listArchive.path]: [],
      [endpoints.listContacts.path]: [],
      [endpoints.signIn.path]: [
        {
          id: 1,
          username: "vendor1",
          accessToken: "token-of-the-password-check",
          roles: ["ROLE_EDITOR"],
          expirationTime: 4e9,
        },
      ],
      [endpoints.requestUpload.path]: [aTicket()],
      [endpoints.finishUpload.path]: [],
      ...answers,
    },
  });
  mockTemplateFetch();
  const files = captureDownloads();
  const press = async (name: string | RegExp) => view.user.click(await screen.findByRole("button", { name }));
  const choose = async (platform: string) =>
    view.user.click(await screen.findByRole("radio", { name: platform }));
  return { ...view, files, press, choose };
}

function mockTemplateFetch() {
  const originalFetch = globalThis.fetch;
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const [template] = /upload_script\.(sh|ps1)$/.exec(address) ?? [];
    return template ? new Response(readFileSync(`public/${template}`, "utf8")) : originalFetch(address, init);
  });
}

/** jsdom cannot download files, so their texts are captured by file name. */
function captureDownloads() {
  const blobs = new Map<string, Blob>();
  const files = new Map<string, Promise<string>>();
  URL.createObjectURL = (blob) => {
    const address = `blob:${blobs.size}`;
    blobs.set(address, blob as Blob);
    return address;
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (blob) files.set(this.download, readBlobText(blob));
  });
  return files;
}

const readBlobText = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
