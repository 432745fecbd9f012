import { act, screen, waitFor, within } from "@testing-library/react";
import { load } from "js-yaml";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { messages } from "../../../src/contract/messages.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { hasWholeText } from "../../support/hasWholeText.ts";
import { renderInstructions, SESSION_TOKEN } from "./renderInstructions.tsx";

const PASSWORD = "FloodModel2026";

const listStepTitles = async () =>
  within(await screen.findByRole("list", { name: "Steps" }))
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);

async function downloadScript(view: ReturnType<typeof renderInstructions>, file: string) {
  await view.press(`Download ${file}`);
  await view.user.type(await screen.findByLabelText("Password"), PASSWORD);
  await view.press("Download");
}

afterEach(() => sessionStorage.clear());

async function pasteInto(user: ReturnType<typeof renderInstructions>["user"], label: string, text: string) {
  await user.click(await screen.findByRole("textbox", { name: label }));
  await user.paste(text);
}

describe("the instructions page", () => {
  it("shows the required folder layout with the record's identifier, name and ID", async () => {
    renderInstructions();
    const entries = within(await screen.findByRole("list", { name: "Folder layout" })).getAllByRole(
      "listitem",
    );
    expect(entries.slice(1).map(({ textContent }) => textContent)).toEqual([
      "Model_Files/",
      "Supporting/ (may be empty but must be included)",
      "GIS/ (may be empty but must be included)",
      "Model_030000000001_Coverage.gdb (a zipped geodatabase with a feature class of the area covered)",
      "metadata_7.yml (the metadata YAML file from step 1)",
    ]);
    expect(entries[0]).toHaveTextContent(/^030000000001_Denton_Creek\//);
    expect(screen.getByText("<MODEL_ID>_<MODEL_NAME>/")).toBeVisible();
  });

  it("offers the upload from the browser first", async () => {
    renderInstructions();
    const [first] = await screen.findAllByRole("heading", { level: 2 });
    expect(first).toHaveTextContent("Upload from this browser");
  });

  it("shows a loading message until the record has loaded", async () => {
    renderInstructions();
    expect(screen.getByRole("status")).toHaveTextContent("Loading the record");
    await screen.findByRole("list", { name: "Steps" });
  });

  it.each(["accepted", "rejected"] as const)(
    "redirects to the view of a record that is %s",
    async (status) => {
      const { path } = renderInstructions({ [endpoints.getRecord.path]: [aWireRecord({ id: "7", status })] });
      await waitFor(() => expect(path()).toBe("/app/view/7"));
    },
  );

  it("stays open for a pending record, which still takes uploads", async () => {
    const { path } = renderInstructions({
      [endpoints.getRecord.path]: [aWireRecord({ id: "7", status: "pending" })],
    });
    expect(await screen.findByText(/This record is pending admin acceptance\./)).toBeVisible();
    expect(path()).toBe("/app/instructions/7");
  });

  it("redirects Home if the record does not exist", async () => {
    allowRefusals();
    const { path } = renderInstructions({ [endpoints.getRecord.path]: new ApiError("Not found", 404) });
    await waitFor(() => expect(path()).toBe("/app/"));
  });

  it("stays open with a warning if a poll does not find the record", async () => {
    allowRefusals();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isFound = true;
    const { path } = renderInstructions({
      [endpoints.getRecord.path]: () =>
        isFound ? [aWireRecord({ id: "7" })] : new ApiError("Not found", 404),
    });
    await screen.findByRole("link", { name: "Back" });
    isFound = false;
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    expect(await screen.findByText(/^This record could not be refreshed/)).toBeVisible();
    expect(path()).toBe("/app/instructions/7");
    vi.useRealTimers();
  });

  it("makes invisible characters in the record's name visible", async () => {
    const record = aWireRecord({ id: "7", metadata: { modelName: "gnp.\u202Eexe" } });
    renderInstructions({ [endpoints.getRecord.path]: [record] });
    expect(await screen.findByText("gnp.⟨U+202E⟩exe")).toHaveAttribute("dir", "auto");
  });

  it("links Back to the form", async () => {
    renderInstructions();
    expect(await screen.findByRole("link", { name: "Back" })).toHaveAttribute("href", "/app/form/7");
  });

  it("calls finish-upload on Done and goes Home", async () => {
    const { press, path, askedFor } = renderInstructions();
    await press("Done");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(endpoints.finishUpload.path)).toMatchObject([{ body: { tdis_identifier: "7" } }]);
  });

  it("does not go Home if the user left the page before finish-upload responded", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let answer: (rows: never[]) => void = () => undefined;
    const slow = new Promise<never[]>((resolve) => (answer = resolve));
    const { press, path, user } = renderInstructions({ [endpoints.finishUpload.path]: () => slow });
    await press("Done");
    await user.click(screen.getByRole("link", { name: "Back" }));
    await act(async () => answer([]));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(path()).toBe("/app/form/7");
  });

  it("goes Home on Done, without a request, if the services have no finish-upload", async () => {
    const { press, path, askedFor } = renderInstructions({}, { missingCalls: ["finishUpload"] });
    await press("Done");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(endpoints.finishUpload.path)).toEqual([]);
  });

  it("shows the newest upload error", async () => {
    renderInstructions({
      [endpoints.listNotifications.path]: [
        {
          status: "in progress",
          content: "The zip is damaged.",
          username: "portal",
          date: "2026-03-03T10:00:00Z",
        },
      ],
    });
    expect(await screen.findByText("The zip is damaged.")).toBeVisible();
  });

  it("announces the upload progress before an upload has started", async () => {
    renderInstructions();
    expect(
      await screen.findByText(
        /^No new upload yet\. The upload progress appears here once the script sends the zip\./,
      ),
    ).toBeVisible();
  });

  it("shows an error, not 'No new upload', if the progress fails to load", async () => {
    allowRefusals();
    let answer: () => JsonObject[] | Error = () => new ApiError("The store is being cleaned.", 500);
    const { press } = renderInstructions({ [endpoints.uploadProgress.path]: () => answer() });
    expect(await screen.findByText("The upload progress could not be loaded.")).toBeVisible();
    expect(screen.queryByText(/No new upload/)).toBeNull();
    answer = () => [{ upload_batch_id: "6f1f", sent: "2026-03-02T15:04:05.000Z" }];
    await press("Retry");
    expect(await screen.findByRole("status", { name: "Upload progress" })).toHaveTextContent(
      /^SentMar\s2nd,\s2026,\s/,
    );
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  it("shows a placeholder while the upload progress is loading", async () => {
    renderInstructions({ [endpoints.uploadProgress.path]: () => new Promise<never>(() => undefined) });
    expect(await screen.findByRole("status", { name: "Loading your upload" })).toBeVisible();
    expect(screen.queryByText(/No new upload/)).toBeNull();
  });

  it("shows the stages of the upload with their times", async () => {
    renderInstructions({
      [endpoints.uploadProgress.path]: [
        { upload_batch_id: "6f1f", sent: "2026-03-02T15:04:05.000Z", received: "2026-03-02T15:05:05.000Z" },
      ],
    });
    const progress = await screen.findByRole("status", { name: "Upload progress" });
    const stages = within(progress)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(stages[0]).toMatch(/^SentMar\s2nd,\s2026,\s/);
    expect(stages[1]).toMatch(/^ReceivedMar\s2nd,\s2026,\s/);
    expect(stages.slice(2)).toEqual(["CheckedNot yet", "ExtractedNot yet", "CataloguedNot yet"]);
  });

  it("shows the transfer progress and announces it to screen readers once per quarter", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const size = 3_400_000_000;
    let arrived = 0;
    renderInstructions({
      [endpoints.uploadProgress.path]: () => [{ upload_batch_id: "6f1f", arrived_bytes: arrived, size }],
    });
    const bar = await screen.findByRole("progressbar", { name: "Uploading the zip" });
    const getValueText = () => bar.getAttribute("aria-valuetext");
    const pollAfter = async (newBytes: number) => {
      arrived += newBytes;
      await act(() => vi.advanceTimersByTimeAsync(4000));
    };
    expect(getValueText()).toBe("0.0 of 3.4 GB sent");
    const liveRegion = screen
      .getAllByRole("status")
      .find((status) => bar.parentElement!.parentElement!.contains(status))!;
    const announcements = new Set([liveRegion.textContent]);
    for (let polls = 0; polls < 12; polls += 1) {
      await pollAfter(100_000_000);
      announcements.add(liveRegion.textContent);
    }
    expect(getValueText()).toMatch(/^1\.2 of 3\.4 GB sent, 2\d\.\d MB a second, about [12] minutes? left$/);
    expect(bar).toHaveAttribute("aria-valuenow", "35");
    expect(screen.getByText(getValueText()!)).toBeVisible();
    expect([...announcements]).toEqual(["", "25% of the zip uploaded."]);
    for (let polls = 0; polls < 16; polls += 1) await pollAfter(0);
    const hint = "Check the script's window, or the browser that uploads the model.";
    expect(getValueText()).toBe(`1.2 of 3.4 GB sent. No new data for 1 minute. ${hint}`);
    expect(liveRegion).toHaveTextContent(`The upload has stalled. ${hint}`);
    await pollAfter(size - arrived);
    for (let polls = 0; polls < 55; polls += 1) await pollAfter(0);
    expect(getValueText()).toBe("3.4 of 3.4 GB sent. Waiting for the script to finish.");
    expect(liveRegion).toHaveTextContent("100% of the zip uploaded. Waiting for the script to finish.");
  });

  it("shows the bytes sent without a progress bar if the zip's size is unknown", async () => {
    renderInstructions({
      [endpoints.uploadProgress.path]: [{ upload_batch_id: "6f1f", arrived_bytes: 48_000_000 }],
    });
    expect(await screen.findByText("48.0 MB sent")).toBeVisible();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });
});

describe("the instruction steps", () => {
  it("match the spec for Mac, Linux and Unix", async () => {
    const { choose } = renderInstructions();
    await choose("Mac/Linux/Unix");
    expect(await listStepTitles()).toEqual([
      "Download the metadata YAML file and place it in the model root folder.",
      "Zip the root folder.",
      "Paste the zip path into the input.",
      "Download upload_script.sh.",
      "Paste the script path into the input.",
      "Run the generated command.",
      "Wait.",
    ]);
    expect(screen.getByText("HTTP/1.1 200 OK")).toBeVisible();
    expect(screen.queryByText(/PowerShell/)).toBeNull();
    expect(screen.getByText(/Allow about 15 minutes/)).toHaveTextContent(
      "The status changes from in progress to pending admin acceptance. Allow about 15 minutes after a successful upload for processing. Uploads of 15G or more need extra time.",
    );
  });

  it("match the spec for Windows", async () => {
    const { choose } = renderInstructions();
    await choose("Windows");
    expect(await listStepTitles()).toEqual([
      "Download the metadata YAML file and place it in the model root folder.",
      "Zip the root folder.",
      "Paste the zip path into the input.",
      "Download upload_script.ps1.",
      "Paste the script path into the input.",
      "Unblock the script through its Properties.",
      "Run the generated command in PowerShell 7.2.",
      "Wait.",
    ]);
    expect(screen.getByText("PowerShell 7.2 is required").parentElement).toHaveTextContent(
      "PowerShell 7.2 is required (not Windows PowerShell).",
    );
    expect(screen.getByText("Do not include compressed files inside the model folder.")).toBeVisible();
    expect(screen.getByText("Status: 200")).toBeVisible();
    expect(screen.getByText("Internal Server Error").parentElement).toHaveTextContent(
      "The errors Unable to read data from the transport connection... and Internal Server Error may still mean the upload succeeded; wait, then refresh the home page.",
    );
  });

  it("remember the chosen platform", async () => {
    const first = renderInstructions();
    await first.choose("Windows");
    first.unmount();
    renderInstructions();
    expect(await screen.findByRole("radio", { name: "Windows" })).toBeChecked();
  });
});

describe("warnings about the record", () => {
  const use = { records: [], used_by_others: true };

  it("are shown before the upload, with a link to the form", async () => {
    const record = aWireRecord({ id: "7", metadata: { modelIdentifier: "110000000001" } });
    renderInstructions({
      [endpoints.getRecord.path]: [record],
      [endpoints.checkIdentifier.path]: [use],
    });
    const alert = (await screen.findByText("Check the record before you upload.")).closest<HTMLElement>(
      "[role=alert]",
    )!;
    await waitFor(() =>
      expect(
        within(alert)
          .getAllByRole("listitem")
          .map(({ textContent }) => textContent),
      ).toEqual([
        "Model identifier: Correct this: another record has it too.",
        expect.stringMatching(/^Model identifier: Correct this or the .* does not start with 03\.$/),
      ]),
    );
    expect(within(alert).getByRole("link", { name: "Edit the record" })).toHaveAttribute(
      "href",
      "/app/form/7",
    );
  });

  it("are absent for a record without any", async () => {
    renderInstructions();
    await screen.findByRole("list", { name: "Steps" });
    expect(screen.queryByText("Check the record before you upload.")).toBeNull();
  });
});

describe("a completed step", () => {
  const listDoneSteps = async () =>
    (await listStepTitles()).flatMap((title, index) => (title?.endsWith(" (done)") ? index + 1 : []));

  it("stays checked after a reload", async () => {
    const view = renderInstructions();
    await view.choose("Mac/Linux/Unix");
    expect(await listDoneSteps()).toEqual([]);
    await view.press("Download metadata_7.yml");
    await waitFor(async () => expect(await listDoneSteps()).toEqual([1]));
    await pasteInto(view.user, "Zip path", "/home/me/model.zip");
    expect(await listDoneSteps()).toEqual([1, 3]);
    await view.press("Copy zip command");
    await waitFor(async () => expect(await listDoneSteps()).toEqual([1, 2, 3]));
    await downloadScript(view, "upload_script.sh");
    await waitFor(async () => expect(await listDoneSteps()).toEqual([1, 2, 3, 4]));
    await pasteInto(view.user, "Script path", "/home/me/upload_script.sh");
    await view.press("Copy command");
    await waitFor(async () => expect(await listDoneSteps()).toEqual([1, 2, 3, 4, 5, 6]));
    view.unmount();
    renderInstructions();
    expect(await listDoneSteps()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("is stored per platform and per command", async () => {
    const view = renderInstructions();
    await view.choose("Mac/Linux/Unix");
    await pasteInto(view.user, "Zip path", "/home/me/model.zip");
    await pasteInto(view.user, "Script path", "/home/me/upload_script.sh");
    await view.press("Copy command");
    await waitFor(async () => expect(await listDoneSteps()).toContain(6));
    await pasteInto(view.user, "Zip path", ".moved");
    expect(await listDoneSteps()).not.toContain(6);
    await view.choose("Windows");
    expect(await listDoneSteps()).toEqual([]);
  });

  it("is unchecked if the record changed after the metadata file was downloaded", async () => {
    const view = renderInstructions();
    await view.press("Download metadata_7.yml");
    await waitFor(async () => expect(await listDoneSteps()).toEqual([1]));
    view.unmount();
    const changed = aWireRecord({ id: "7", metadata: { modelDescription: "Something else" } });
    renderInstructions({ [endpoints.getRecord.path]: [changed] });
    expect(await listDoneSteps()).toEqual([]);
  });

  it("is Wait once the record is pending", async () => {
    const pending = aWireRecord({ id: "7", status: "pending" });
    renderInstructions({ [endpoints.getRecord.path]: [pending] });
    expect(await listDoneSteps()).toEqual([7]);
  });
});

it("checks a model against the record as it is saved, not as the page shows it", async () => {
  const rows = [aWireRecord({ id: "7", metadata: { modelName: "Other Creek" } })];
  const { user } = renderInstructions({ [endpoints.getRecord.path]: () => [...rows] });
  const input = await screen.findByLabelText("Model folder");
  rows[0] = aWireRecord({ id: "7" });
  const file = new File(["text"], "a.txt");
  Object.defineProperty(file, "webkitRelativePath", {
    value: "030000000001_Denton_Creek/Model_Files/a.txt",
  });
  await user.upload(input, file);
  const title = await screen.findByText("Correct this before you upload");
  expect(title.closest("[role=alert]")).toHaveTextContent(
    '"030000000001_Denton_Creek/metadata_7.yml" is missing',
  );
});

describe("the step to zip the folder", () => {
  it.each([
    [
      "Windows",
      "tar -a -c -f '030000000001_Denton_Creek.zip' '030000000001_Denton_Creek'",
      /File Explorer .* larger than 2 GB/,
    ],
    [
      "Mac/Linux/Unix",
      "rm -f '030000000001_Denton_Creek.zip' && zip -r '030000000001_Denton_Creek.zip' '030000000001_Denton_Creek'",
      /the Finder .* larger than 4 GB/,
    ],
  ])(
    "on %s shows a command that is safe for large folders and warns about tools that are not",
    async (platform, command, note) => {
      const { choose } = renderInstructions();
      await choose(platform);
      expect(within(screen.getByRole("group", { name: "Zip command" })).getByText(command)).toBeVisible();
      expect(screen.getByText(note)).toBeVisible();
    },
  );
});

describe("the run command", () => {
  it("keeps the typed paths after a reload", async () => {
    const first = renderInstructions();
    await screen.findByText(/Paste the zip path and the script path/);
    await pasteInto(first.user, "Zip path", "/home/me/model.zip");
    await pasteInto(first.user, "Script path", "/home/me/upload_script.sh");
    first.unmount();
    renderInstructions();
    expect(await screen.findByText("bash '/home/me/upload_script.sh' '/home/me/model.zip'")).toBeVisible();
  });

  it("is hidden behind a warning until both paths are typed", async () => {
    const { user } = renderInstructions();
    const warning = /Paste the zip path and the script path/;
    expect(await screen.findByText(warning)).toBeVisible();
    await pasteInto(user, "Zip path", "/home/me/model.zip");
    expect(screen.getByText(warning)).toBeVisible();
    await pasteInto(user, "Script path", "/home/me/upload_script.sh");
    expect(screen.queryByText(warning)).toBeNull();
    expect(screen.getByText("bash '/home/me/upload_script.sh' '/home/me/model.zip'")).toBeVisible();
  });

  it.each([
    [
      "Mac/Linux/Unix",
      `/tmp/O'Hara & $(rm -rf) "x".zip`,
      `bash '/tmp/s.sh' '/tmp/O'\\''Hara & $(rm -rf) "x".zip'`,
    ],
    ["Windows", "C:\\O'Hara & $env:X.zip", "& '/tmp/s.sh' 'C:\\O''Hara & $env:X.zip'"],
    ["Windows", '"C:\\My Model.zip"', "& '/tmp/s.sh' 'C:\\My Model.zip'"],
  ])("on %s quotes the path %s", async (platform, zip, command) => {
    const { user, choose } = renderInstructions();
    await choose(platform);
    await pasteInto(user, "Zip path", zip);
    await pasteInto(user, "Script path", "/tmp/s.sh");
    expect(within(screen.getByRole("group", { name: "Command" })).getByText(command)).toBeVisible();
  });
});

describe("the metadata file", () => {
  it("is named after the record and holds its metadata", async () => {
    const { press, files } = renderInstructions();
    await press("Download metadata_7.yml");
    await waitFor(() => expect([...files.keys()]).toEqual(["metadata_7.yml"]));
    const yaml = load(await files.get("metadata_7.yml")!) as { global_attributes: object };
    expect(yaml.global_attributes).toMatchObject({ tdis_identifier: "7", title: "Denton Creek" });
  });
});

describe("the upload script", () => {
  it("has its saved name in the steps that follow the download", async () => {
    const { choose } = renderInstructions();
    await choose("Mac/Linux/Unix");
    expect(screen.getByText("For example /home/me/Downloads/upload_030000000001.sh")).toBeVisible();
    await choose("Windows");
    expect(screen.getByText("For example C:\\Users\\me\\Downloads\\upload_030000000001.ps1")).toBeVisible();
    expect(screen.getByText("upload_030000000001.ps1")).toBeVisible();
  });

  it.each([
    ["Mac/Linux/Unix", "upload_script.sh", "upload_030000000001.sh"],
    ["Windows", "upload_script.ps1", "upload_030000000001.ps1"],
  ])("on %s is %s, filled in for this upload, and saved as %s", async (platform, file, savedAs) => {
    const view = renderInstructions();
    await view.choose(platform);
    await downloadScript(view, file);
    await waitFor(() => expect([...view.files.keys()]).toEqual([savedAs]));
    const script = await view.files.get(savedAs)!;
    expect(script).toContain("'https://store.example.com/ms2/twdb-region-03/6f1f/");
    expect(script).toContain("'token-of-this-upload'");
    expect(script).not.toContain("@@");
    for (const secret of [PASSWORD, SESSION_TOKEN, "token-of-the-password-check"])
      expect(script).not.toContain(secret);
    expect(
      screen.getByText(
        hasWholeText(
          new RegExp(
            `^Downloaded as ${savedAs}. The upload link in this script expires on December 5th 2026, `,
          ),
        ),
      ),
    ).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("is not downloaded for a wrong password, which keeps the session", async () => {
    const view = renderInstructions({ [endpoints.signIn.path]: new ApiError("No", 401) });
    await view.choose("Mac/Linux/Unix");
    await downloadScript(view, "upload_script.sh");
    expect(
      await screen.findByText("Incorrect password, please try again", { selector: "[role=dialog] *" }),
    ).toBeVisible();
    expect(view.askedFor(endpoints.requestUpload.path)).toEqual([]);
    expect(view.files.size).toBe(0);
    expect(session.getAccount()?.accessToken).toBe(SESSION_TOKEN);
    // Also in the dialog: screen readers skip a toast behind it.
    const dialog = screen.getByRole("dialog");
    expect(within(dialog).getByRole("alert")).toHaveTextContent("Incorrect password, please try again");
    await view.press("Cancel");
    await view.press("Download upload_script.sh");
    expect(within(await screen.findByRole("dialog")).queryByRole("alert")).not.toBeInTheDocument();
  });

  it("asks before the download while requested changes are open", async () => {
    const reasons = [{ id: "1", text: "Send the report.", answered: null }];
    const rejection = { status: "rejected", content: "", username: "agency1", reasons };
    const view = renderInstructions({ [endpoints.listNotifications.path]: [rejection] });
    await view.choose("Mac/Linux/Unix");
    await view.press("Download upload_script.sh");
    const dialog = within(await screen.findByRole("dialog", { name: "1 requested change is still open" }));
    expect(dialog.getByText("Send the report.")).toBeVisible();
    expect(dialog.getByRole("link", { name: "the record" })).toHaveAttribute("href", "/app/view/7");
    await view.press("Continue anyway");
    expect(await screen.findByRole("dialog", { name: "Enter your password" })).toBeVisible();
  });

  it("waits until it is known whether requested changes are open", async () => {
    let send = () => {};
    const view = renderInstructions({
      [endpoints.listNotifications.path]: async () => {
        await new Promise<void>((resolve) => (send = resolve));
        return [];
      },
    });
    await view.choose("Mac/Linux/Unix");
    await view.press("Download upload_script.sh");
    const dialog = within(await screen.findByRole("dialog", { name: "Requested changes" }));
    expect(dialog.getByText("Loading the requested changes…")).toBeVisible();
    send();
    expect(await screen.findByRole("dialog", { name: "Enter your password" })).toBeVisible();
    expect(screen.queryByRole("dialog", { name: "Requested changes" })).toBeNull();
  });

  it("asks if the requested changes could not be loaded, and loads them again", async () => {
    allowRefusals();
    const reasons = [{ id: "1", text: "Send the report.", answered: null }];
    const rejection = { status: "rejected", content: "", username: "agency1", reasons };
    let isFailing = true;
    const view = renderInstructions({
      [endpoints.listNotifications.path]: () => (isFailing ? new ApiError("", 500) : [rejection]),
    });
    await view.choose("Mac/Linux/Unix");
    await view.press("Download upload_script.sh");
    const dialog = within(await screen.findByRole("dialog", { name: "Requested changes" }));
    expect(await dialog.findByText(/^The requested changes could not be loaded\./)).toBeVisible();
    isFailing = false;
    await view.user.click(dialog.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("dialog", { name: "1 requested change is still open" })).toBeVisible();
    await view.press("Continue anyway");
    expect(await screen.findByRole("dialog", { name: "Enter your password" })).toBeVisible();
  });

  it("keeps the session token after a correct password", async () => {
    const view = renderInstructions();
    await view.choose("Mac/Linux/Unix");
    await downloadScript(view, "upload_script.sh");
    await waitFor(() => expect(view.files.size).toBe(1));
    expect(session.getAccount()?.accessToken).toBe(SESSION_TOKEN);
  });

  it("shows why it is not downloaded if the record no longer takes uploads", async () => {
    allowRefusals();
    const view = renderInstructions({
      [endpoints.requestUpload.path]: new ApiError(
        "This record is accepted, and takes no more uploads.",
        409,
      ),
    });
    await view.choose("Mac/Linux/Unix");
    await downloadScript(view, "upload_script.sh");
    expect(await screen.findByText("This record is accepted, and takes no more uploads.")).toBeVisible();
    expect(view.files.size).toBe(0);
  });

  it.each([
    ["an empty list", []],
    ["an empty answer", [{}]],
  ])("is not downloaded if request-upload returns %s", async (_, answer) => {
    allowRefusals();
    const view = renderInstructions({ [endpoints.requestUpload.path]: answer });
    await view.choose("Mac/Linux/Unix");
    await downloadScript(view, "upload_script.sh");
    expect(
      await screen.findByText(messages.unreadableResponse, { selector: "[role=dialog] *" }),
    ).toBeVisible();
    expect(view.files.size).toBe(0);
  });

  it("is not built from an HTML page returned instead of the template", async () => {
    const view = renderInstructions();
    const originalFetch = globalThis.fetch;
    vi.stubGlobal("fetch", async (address: string, init?: RequestInit) =>
      address.endsWith("upload_script.sh")
        ? new Response("<html>Sign in</html>")
        : originalFetch(address, init),
    );
    await view.choose("Mac/Linux/Unix");
    await downloadScript(view, "upload_script.sh");
    expect(
      await screen.findByText(messages.unreadableResponse, { selector: "[role=dialog] *" }),
    ).toBeVisible();
    expect(view.files.size).toBe(0);
  });
});
