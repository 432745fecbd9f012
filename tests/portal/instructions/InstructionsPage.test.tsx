import { act, screen, waitFor, within } from "@testing-library/react";
import { load } from "js-yaml";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { messages } from "../../../src/contract/messages.ts";
import type { JsonObject } from "../../../src/contract/schema/fields.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { reading } from "../../support/reading.ts";
import { renderInstructions, SESSION_TOKEN } from "./renderInstructions.tsx";

const PASSWORD = "FloodModel2026";

const stepTitles = async () =>
  within(await screen.findByRole("list", { name: "Steps" }))
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);

async function downloadScript(view: ReturnType<typeof renderInstructions>, file: string) {
  await view.press(`Download ${file}`);
  await view.user.type(await screen.findByLabelText("Password"), PASSWORD);
  await view.press("Download");
}

afterEach(() => sessionStorage.clear());

async function paste(user: ReturnType<typeof renderInstructions>["user"], label: string, text: string) {
  await user.click(await screen.findByRole("textbox", { name: label }));
  await user.paste(text);
}

describe("the page", () => {
  it("shows the required folder layout with the record's own names", async () => {
    renderInstructions();
    const entries = within(await screen.findByRole("list", { name: "Folder layout" })).getAllByRole(
      "listitem",
    );
    expect(entries.slice(1).map(({ textContent }) => textContent)).toEqual([
      "Model_Files/",
      "Supporting/ (may be empty but must be included)",
      "GIS/ (may be empty but must be included)",
      "Model_030000000001_Coverage.gdb (a zipped geodatabase with a feature class of the area covered)",
      "metadata_7.yml (the metadata YAML file of step 1)",
    ]);
    expect(entries[0]).toHaveTextContent(/^030000000001_Denton_Creek\//);
    expect(screen.getByText("<MODEL_ID>_<MODEL_NAME>/")).toBeVisible();
  });

  it("says that the record is on its way until it has come", async () => {
    renderInstructions();
    expect(screen.getByRole("status")).toHaveTextContent("Loading the record");
    await screen.findByRole("list", { name: "Steps" });
  });

  it.each(["accepted", "rejected"] as const)("leads to the view of a record that is %s", async (status) => {
    const { path } = renderInstructions({ [endpoints.getRecord.path]: [aWireRecord({ id: "7", status })] });
    await waitFor(() => expect(path()).toBe("/app/view/7"));
  });

  it("stays for a record that is pending, which can be uploaded again", async () => {
    const { path } = renderInstructions({
      [endpoints.getRecord.path]: [aWireRecord({ id: "7", status: "pending" })],
    });
    expect(await screen.findByText(/This record is pending admin acceptance\./)).toBeVisible();
    expect(path()).toBe("/app/instructions/7");
  });

  it("leads Home when there is no such record", async () => {
    allowRefusals();
    const { path } = renderInstructions({ [endpoints.getRecord.path]: new VendorError("Not found", 404) });
    await waitFor(() => expect(path()).toBe("/app/"));
  });

  it("stays where one look for the record finds none, and says so", async () => {
    allowRefusals();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isThere = true;
    const { path } = renderInstructions({
      [endpoints.getRecord.path]: () =>
        isThere ? [aWireRecord({ id: "7" })] : new VendorError("Not found", 404),
    });
    await screen.findByRole("link", { name: "Back" });
    isThere = false;
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    expect(await screen.findByText(/^This record could not be brought up to date/)).toBeVisible();
    expect(path()).toBe("/app/instructions/7");
    vi.useRealTimers();
  });

  it("names the record as what it is, also by a name that turns itself around", async () => {
    const record = aWireRecord({ id: "7", metadata: { modelName: "gnp.\u202Eexe" } });
    renderInstructions({ [endpoints.getRecord.path]: [record] });
    expect(await screen.findByText("gnp.⟨U+202E⟩exe")).toHaveAttribute("dir", "auto");
  });

  it("leads back to the form", async () => {
    renderInstructions();
    expect(await screen.findByRole("link", { name: "Back" })).toHaveAttribute("href", "/app/form/7");
  });

  it("tells the services when the user is done, and leads Home", async () => {
    const { press, path, askedFor } = renderInstructions();
    await press("Done");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(endpoints.finishUpload.path)).toMatchObject([{ body: { tdis_identifier: "7" } }]);
  });

  it("leads nobody Home who has gone elsewhere before the services answered", async () => {
    let answer: (rows: never[]) => void = () => undefined;
    const slow = new Promise<never[]>((resolve) => (answer = resolve));
    const { press, path, user } = renderInstructions({ [endpoints.finishUpload.path]: () => slow });
    await press("Done");
    await user.click(screen.getByRole("link", { name: "Back" }));
    answer([]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(path()).toBe("/app/form/7");
  });

  it("leads Home too where the services have no such call", async () => {
    allowRefusals();
    const { press, path } = renderInstructions({
      [endpoints.finishUpload.path]: new VendorError("Not found", 404),
    });
    await press("Done");
    await waitFor(() => expect(path()).toBe("/app/"));
  });

  it("shows the newest fault of an upload", async () => {
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

  it("says what there will be to follow, before anything has been sent", async () => {
    renderInstructions();
    expect(
      await screen.findByText(/^No new upload has arrived yet\. Once the script sends the zip, /),
    ).toBeVisible();
  });

  it("says that it could not be told how far the upload has come, not that none has arrived", async () => {
    allowRefusals();
    let answer: () => JsonObject[] | Error = () => new VendorError("The store is being cleaned.", 500);
    const { press } = renderInstructions({ [endpoints.uploadProgress.path]: () => answer() });
    expect(await screen.findByText("How far your upload has come could not be loaded.")).toBeVisible();
    expect(screen.queryByText(/No new upload/)).toBeNull();
    answer = () => [{ upload_batch_id: "6f1f", sent: "2026-03-02T15:04:05.000Z" }];
    await press("Retry");
    expect(await screen.findByRole("status", { name: "Upload progress" })).toHaveTextContent(
      /^SentMarch 2nd 2026, /,
    );
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  it("says nothing of an upload before it has been told", async () => {
    renderInstructions({ [endpoints.uploadProgress.path]: () => new Promise<never>(() => undefined) });
    expect(await screen.findByRole("status", { name: "Loading your upload" })).toBeVisible();
    expect(screen.queryByText(/No new upload/)).toBeNull();
  });

  it("follows the upload through its stages, with their times", async () => {
    renderInstructions({
      [endpoints.uploadProgress.path]: [
        { upload_batch_id: "6f1f", sent: "2026-03-02T15:04:05.000Z", received: "2026-03-02T15:05:05.000Z" },
      ],
    });
    const progress = await screen.findByRole("status", { name: "Upload progress" });
    const stages = within(progress)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(stages[0]).toMatch(/^SentMarch 2nd 2026, /);
    expect(stages[1]).toMatch(/^ReceivedMarch 2nd 2026, /);
    expect(stages.slice(2)).toEqual(["CheckedNot yet", "ExtractedNot yet", "CataloguedNot yet"]);
  });

  it("follows the zip while it is sent, and announces quarters, not every look", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const size = 3_400_000_000;
    let arrived = 0;
    renderInstructions({
      [endpoints.uploadProgress.path]: () => [{ upload_batch_id: "6f1f", arrived_bytes: arrived, size }],
    });
    const bar = await screen.findByRole("progressbar", { name: "The zip is being sent" });
    const words = () => bar.getAttribute("aria-valuetext");
    const look = async (more: number) => {
      arrived += more;
      await act(() => vi.advanceTimersByTimeAsync(4000));
    };
    expect(words()).toBe("0.0 of 3.4 GB sent");
    const announced = screen
      .getAllByRole("status")
      .find((status) => bar.parentElement!.parentElement!.contains(status))!;
    const heard = new Set([announced.textContent]);
    for (let looks = 0; looks < 12; looks += 1) {
      await look(100_000_000);
      heard.add(announced.textContent);
    }
    expect(words()).toMatch(/^1\.2 of 3\.4 GB sent, 2\d\.\d MB a second, about [12] minutes? left$/);
    expect(bar).toHaveAttribute("aria-valuenow", "35");
    expect(screen.getByText(words()!)).toBeVisible();
    expect([...heard]).toEqual(["", "25% of the zip has arrived."]);
    for (let looks = 0; looks < 16; looks += 1) await look(0);
    expect(words()).toBe(
      "1.2 of 3.4 GB sent. Nothing new has arrived for 1 minute: look at the script's window.",
    );
    expect(announced).toHaveTextContent("Nothing new arrives of the zip.");
  });

  it("says how much has arrived where nobody knows of how much", async () => {
    renderInstructions({
      [endpoints.uploadProgress.path]: [{ upload_batch_id: "6f1f", arrived_bytes: 48_000_000 }],
    });
    expect(await screen.findByText("48.0 MB sent")).toBeVisible();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });
});

describe("the steps", () => {
  it("are these for Mac, Linux and Unix", async () => {
    const { choose } = renderInstructions();
    await choose("Mac/Linux/Unix");
    expect(await stepTitles()).toEqual([
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

  it("are these for Windows", async () => {
    const { choose } = renderInstructions();
    await choose("Windows");
    expect(await stepTitles()).toEqual([
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

  it("are remembered for the chosen platform", async () => {
    const first = renderInstructions();
    await first.choose("Windows");
    first.unmount();
    renderInstructions();
    expect(await screen.findByRole("radio", { name: "Windows" })).toBeChecked();
  });
});

describe("a step that is done", () => {
  const done = async () =>
    (await stepTitles()).flatMap((title, index) => (title?.endsWith(" (done)") ? index + 1 : []));

  it("is checked off, and still is when the page is loaded again", async () => {
    const view = renderInstructions();
    await view.choose("Mac/Linux/Unix");
    expect(await done()).toEqual([]);
    await view.press("Download metadata_7.yml");
    await waitFor(async () => expect(await done()).toEqual([1]));
    await paste(view.user, "Zip path", "/home/me/model.zip");
    expect(await done()).toEqual([1, 3]);
    await view.press("Copy zip command");
    await waitFor(async () => expect(await done()).toEqual([1, 2, 3]));
    await downloadScript(view, "upload_script.sh");
    await waitFor(async () => expect(await done()).toEqual([1, 2, 3, 4]));
    await paste(view.user, "Script path", "/home/me/upload_script.sh");
    await view.press("Copy command");
    await waitFor(async () => expect(await done()).toEqual([1, 2, 3, 4, 5, 6]));
    view.unmount();
    renderInstructions();
    expect(await done()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("is so for one platform and one command", async () => {
    const view = renderInstructions();
    await view.choose("Mac/Linux/Unix");
    await paste(view.user, "Zip path", "/home/me/model.zip");
    await paste(view.user, "Script path", "/home/me/upload_script.sh");
    await view.press("Copy command");
    await waitFor(async () => expect(await done()).toContain(6));
    await paste(view.user, "Zip path", ".moved");
    expect(await done()).not.toContain(6);
    await view.choose("Windows");
    expect(await done()).toEqual([]);
  });

  it("is to be done again where the metadata file no longer says what the record does", async () => {
    const view = renderInstructions();
    await view.press("Download metadata_7.yml");
    await waitFor(async () => expect(await done()).toEqual([1]));
    view.unmount();
    const changed = aWireRecord({ id: "7", metadata: { modelDescription: "Something else" } });
    renderInstructions({ [endpoints.getRecord.path]: [changed] });
    expect(await done()).toEqual([]);
  });

  it("is the waiting, once the record is pending", async () => {
    const pending = aWireRecord({ id: "7", status: "pending" });
    renderInstructions({ [endpoints.getRecord.path]: [pending] });
    expect(await done()).toEqual([7]);
  });
});

describe("zipping", () => {
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
    "on %s has a command that is safe for large folders, and says what is not",
    async (platform, command, note) => {
      const { choose } = renderInstructions();
      await choose(platform);
      expect(within(screen.getByRole("group", { name: "Zip command" })).getByText(command)).toBeVisible();
      expect(screen.getByText(note)).toBeVisible();
    },
  );
});

describe("the command", () => {
  it("keeps what was typed when the page is loaded again", async () => {
    const first = renderInstructions();
    await screen.findByText(/Paste the zip path and the script path/);
    await paste(first.user, "Zip path", "/home/me/model.zip");
    await paste(first.user, "Script path", "/home/me/upload_script.sh");
    first.unmount();
    renderInstructions();
    expect(await screen.findByText("bash '/home/me/upload_script.sh' '/home/me/model.zip'")).toBeVisible();
  });

  it("asks for both paths first", async () => {
    const { user } = renderInstructions();
    const warning = /Paste the zip path and the script path/;
    expect(await screen.findByText(warning)).toBeVisible();
    await paste(user, "Zip path", "/home/me/model.zip");
    expect(screen.getByText(warning)).toBeVisible();
    await paste(user, "Script path", "/home/me/upload_script.sh");
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
  ])("for %s quotes the path %s", async (platform, zip, command) => {
    const { user, choose } = renderInstructions();
    await choose(platform);
    await paste(user, "Zip path", zip);
    await paste(user, "Script path", "/tmp/s.sh");
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
  it.each([
    ["Mac/Linux/Unix", "upload_script.sh"],
    ["Windows", "upload_script.ps1"],
  ])("for %s is %s, filled for this upload, without password and session", async (platform, file) => {
    const view = renderInstructions();
    await view.choose(platform);
    await downloadScript(view, file);
    await waitFor(() => expect([...view.files.keys()]).toEqual([file]));
    const script = await view.files.get(file)!;
    expect(script).toContain("'https://store.example.com/ms2/twdb-region-03/6f1f/");
    expect(script).toContain("'token-of-this-upload'");
    expect(script).not.toContain("@@");
    for (const secret of [PASSWORD, SESSION_TOKEN, "token-of-the-second-look"])
      expect(script).not.toContain(secret);
    expect(
      screen.getByText(reading(/^The upload link in this script expires on December 5th 2026, /)),
    ).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("is not given for a wrong password, and the session goes on", async () => {
    const view = renderInstructions({ [endpoints.signIn.path]: new VendorError("No", 401) });
    await view.choose("Mac/Linux/Unix");
    await downloadScript(view, "upload_script.sh");
    expect(
      await screen.findByText("Incorrect password, please try again", { selector: "[role=dialog] *" }),
    ).toBeVisible();
    expect(view.askedFor(endpoints.requestUpload.path)).toEqual([]);
    expect(view.files.size).toBe(0);
    expect(session.current()?.accessToken).toBe(SESSION_TOKEN);
    // In the dialog, too: a toast behind it is not read out.
    const dialog = screen.getByRole("dialog");
    expect(within(dialog).getByRole("alert")).toHaveTextContent("Incorrect password, please try again");
    await view.press("Cancel");
    await view.press("Download upload_script.sh");
    expect(within(await screen.findByRole("dialog")).queryByRole("alert")).not.toBeInTheDocument();
  });

  it("leaves the session's token as it is after a right password", async () => {
    const view = renderInstructions();
    await view.choose("Mac/Linux/Unix");
    await downloadScript(view, "upload_script.sh");
    await waitFor(() => expect(view.files.size).toBe(1));
    expect(session.current()?.accessToken).toBe(SESSION_TOKEN);
  });

  it("says why it is not given when the record takes no upload any more", async () => {
    allowRefusals();
    const view = renderInstructions({
      [endpoints.requestUpload.path]: new VendorError(
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
  ])("is not given where leave to upload was answered with %s", async (_, answer) => {
    allowRefusals();
    const view = renderInstructions({ [endpoints.requestUpload.path]: answer });
    await view.choose("Mac/Linux/Unix");
    await downloadScript(view, "upload_script.sh");
    expect(await screen.findByText(messages.unreadable, { selector: "[role=dialog] *" })).toBeVisible();
    expect(view.files.size).toBe(0);
  });

  it("is not made of a page that came in place of the script", async () => {
    const view = renderInstructions();
    const others = globalThis.fetch;
    vi.stubGlobal("fetch", async (address: string, init?: RequestInit) =>
      address.endsWith("upload_script.sh") ? new Response("<html>Sign in</html>") : others(address, init),
    );
    await view.choose("Mac/Linux/Unix");
    await downloadScript(view, "upload_script.sh");
    expect(await screen.findByText(messages.unreadable, { selector: "[role=dialog] *" })).toBeVisible();
    expect(view.files.size).toBe(0);
  });
});
