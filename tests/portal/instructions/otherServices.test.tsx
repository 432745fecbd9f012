import { act, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { PortalConfig } from "../../../src/portal/providers/calls/portalConfig.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { hasWholeText } from "../../support/hasWholeText.ts";
import { renderInstructions } from "./renderInstructions.tsx";

/** Services with only the spec's calls. */
const SPEC_CALLS_ONLY: Partial<PortalConfig> = {
  missingCalls: ["requestUpload", "uploadProgress", "finishUpload"],
};

const CONTAINER = "https://agency.blob.example.com/lake/ms2";
const ACCESS = {
  sharedAccessUrl: `${CONTAINER}?sv=2021-12-02&se=2027-06-30T00%3A00%3A00Z&sp=racwlm&sig=abc%3D`,
};
const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

async function downloadScript(
  answers: Answers,
  config: { sharedAccessUrl?: string },
  platform = "Mac/Linux/Unix",
) {
  const view = renderInstructions(answers, { ...SPEC_CALLS_ONLY, ...config });
  await view.choose(platform);
  await view.press(/^Download upload_script/);
  await view.user.type(await screen.findByLabelText("Password"), "FloodModel2026");
  await view.press("Download");
  return view;
}

it.each([
  ["Mac/Linux/Unix", "upload_030000000001.sh"],
  ["Windows", "upload_030000000001.ps1"],
])("on %s the script uploads to a new folder in the configured container", async (platform, file) => {
  const { files } = await downloadScript({}, ACCESS, platform);
  await waitFor(() => expect([...files.keys()]).toEqual([file]));
  const script = await files.get(file)!;
  const [, uuid] = new RegExp(`'${CONTAINER}/twdb-region-03/(${UUID})/`).exec(script) ?? [];
  expect(script).toContain(`'twdb-region-03/${uuid}'`);
  expect(script).toContain(
    "/030000000001_Denton_Creek.zip?sv=2021-12-02&se=2027-06-30T00%3A00%3A00Z&sp=racwlm&sig=abc%3D'",
  );
  expect(script).not.toContain("upload-complete");
  expect(script).not.toContain("@@");
  expect(
    screen.getByText(hasWholeText(/The upload link in this script expires on June \d+th 2027, /)),
  ).toBeVisible();
});

it("uses region 01 if the record has none, and a new folder for each script", async () => {
  const folders: string[] = [];
  for (let script = 0; script < 2; script += 1) {
    const record = { ...aWireRecord({ id: "7" }), collection_id: "", collection: "" };
    const view = await downloadScript({ [endpoints.getRecord.path]: [record] }, ACCESS);
    await waitFor(() => expect(view.files.size).toBe(1));
    folders.push(/twdb-region-01\/[0-9a-f-]{36}/.exec(await view.files.get("upload_030000000001.sh")!)![0]);
    view.unmount();
  }
  expect(new Set(folders).size).toBe(2);
});

it("shows no expiry if the configured link has none", async () => {
  const { files } = await downloadScript({}, { sharedAccessUrl: `${CONTAINER}/?sig=abc` });
  await waitFor(() => expect(files.size).toBe(1));
  expect(await files.get("upload_030000000001.sh")!).toContain(`'${CONTAINER}/twdb-region-03/`);
  expect(await screen.findByText("Downloaded as upload_030000000001.sh.")).toBeVisible();
});

it("shows an error if no shared link is configured", async () => {
  const { files } = await downloadScript({}, {});
  expect(
    await screen.findByText("The portal cannot create an upload for this record. Contact support."),
  ).toBeVisible();
  expect(files.size).toBe(0);
});

it("shows no upload progress, and requests none, if the services do not report it", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const view = renderInstructions({}, { ...SPEC_CALLS_ONLY, ...ACCESS });
  await view.choose("Mac/Linux/Unix");
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Your upload" })).toBeNull());
  expect(screen.getByText(/upload link that all vendors share\. Do not share the script\.$/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(view.askedFor(endpoints.uploadProgress.path)).toEqual([]);
  await view.press("Done");
  await waitFor(() => expect(view.path()).toBe("/app/"));
});
