import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.ts";
import { schemaOf, type Bag } from "../../../src/contract/fields.ts";
import type { UploadConflict } from "../../../src/contract/generated/entities.ts";
import { encode } from "../../../src/contract/wire.ts";
import { RecordDetailPage } from "../../../src/portal/record-detail/RecordDetailPage.tsx";
import { VendorError } from "../../../src/portal/providers/vendorError.ts";
import { conflictsBetween } from "../../fixtures/aConflict.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderDetail } from "./renderDetail.tsx";

const { recordConflicts, resolveBatchConflict, resolveFileConflict, resolveFileConflicts } = endpoints;
const { undoConflictResolution, uploadReceipt } = endpoints;

/** A document without a layout has nothing to scroll. */
beforeEach(() => void (Element.prototype.scrollIntoView = vi.fn()));

const toWire = (versions: UploadConflict[]): Bag[] =>
  versions.map((version) => encode(schemaOf("upload-conflict"), version as unknown as Bag, "read"));

const aReceipt = (files: Record<string, string>): Bag => ({
  files: Object.entries(files).map(([path, sha256]) => ({ path, sha256, size: 1000 })),
});

const receipts: Record<string, Bag> = {
  u1: aReceipt({ "a.hdf": "a1", "b.hdf": "b1", "read_me.txt": "r", "old.txt": "o" }),
  u2: aReceipt({ "a.hdf": "a2", "b.hdf": "b2", "read_me.txt": "r", "new.txt": "n" }),
};

/** A record with two files of which `uploads` uploads hold versions; what is resolved is gone from the next look on. */
function renderConflicts(answers: Answers = {}, { uploads = 2, page = <RecordDetailPage /> } = {}) {
  const all = conflictsBetween(["a.hdf", "b.hdf"], uploads);
  let open = all;
  const withId = (ids: unknown[]) => open.find(({ uploadId }) => ids.includes(uploadId));
  const view = renderDetail(
    {
      [recordConflicts.path]: () => toWire(open),
      [uploadReceipt.path]: ({ params }) => [receipts[params!["uploadBatchId"]!] ?? aReceipt({})],
      [resolveBatchConflict.path]: () => toWire((open = [])),
      [resolveFileConflict.path]: ({ body }) => {
        const chosen = withId([body!["upload_id"]]);
        return toWire(
          (open = open.filter(({ conflictNumber }) => conflictNumber !== chosen?.conflictNumber)),
        );
      },
      [resolveFileConflicts.path]: () => toWire((open = [])),
      [undoConflictResolution.path]: () => toWire((open = all)),
      ...answers,
    },
    page,
  );
  const panel = () => screen.findByRole("region", { name: "Multiple Uploads Detected" });
  const choose = async (name: RegExp) => view.user.click(await screen.findByRole("radio", { name }));
  return { ...view, panel, choose };
}

const bodiesOf = (view: ReturnType<typeof renderConflicts>, path: string) =>
  view.askedFor(path).map(({ body }) => body);

it("are not spoken of while there are none", async () => {
  renderDetail();
  await screen.findByRole("region", { name: "Status & Messages" });
  expect(screen.queryByText("Multiple Uploads Detected")).toBeNull();
});

describe("a whole upload", () => {
  it("is told by when, by whom, its size, and how its files differ from the other's", async () => {
    const { user } = renderConflicts();
    await screen.findByText(/^Compared with March 2nd 2026, \d+:04:05 [ap]m by vendor1$/);
    const [newest] = screen.getAllByRole("radio");
    expect(newest).toHaveAccessibleName(
      /^March 3rd 2026, \d+:04:05 [ap]m by vendor1 ?newest ?4 files, 4\.0 kB$/,
    );
    for (const count of ["2 changed", "1 new", "1 gone", "1 the same"])
      expect(screen.getAllByText(count)).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: /^Show files of March 3rd/ }));
    const list = screen.getByRole("region", { name: /^Files of March 3rd/ });
    const rows = () =>
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent);
    expect(rows()).toEqual([
      "changeda.hdf1.0 kB",
      "changedb.hdf1.0 kB",
      "newnew.txt1.0 kB",
      "goneold.txt1.0 kB",
    ]);
    await user.click(screen.getByRole("checkbox", { name: "Only differing" }));
    expect(rows()).toHaveLength(5);
    await user.type(screen.getByRole("searchbox", { name: "Search these files" }), "read");
    await waitFor(() => expect(rows()).toEqual(["sameread_me.txt1.0 kB"]));
  });

  it("is chosen after a look at what will happen, and the choice is undone in the page", async () => {
    const view = renderConflicts();
    await screen.findAllByText("2 changed");
    expect(screen.getByRole("button", { name: "Keep this upload" })).toBeDisabled();
    await view.choose(/^March 2nd/);
    const preview = within(screen.getByRole("region", { name: "What will happen" }));
    expect(preview.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "2 files will have the chosen version.",
      "2 other versions will be put aside. Undo brings them back.",
      "1 file that only other uploads hold will stay.",
      "No conflict will be left.",
    ]);
    await view.press("Keep this upload");
    expect(await screen.findByText("Selected upload")).toBeVisible();
    expect(bodiesOf(view, resolveBatchConflict.path)).toEqual([
      { username: "vendor1", model_tdis_identifier: "7", upload_batch_id: "u1" },
    ]);
    const note = await screen.findByText(/^The upload of March 2nd 2026, .* by vendor1 was kept\.$/);
    expect(screen.queryByText("Multiple Uploads Detected")).toBeNull();
    await waitFor(() => expect(note.closest("[tabindex]")).toHaveFocus());
    await view.press("Undo");
    await view.panel();
    expect(bodiesOf(view, undoConflictResolution.path)).toEqual([
      { username: "vendor1", tdis_identifier: "7" },
    ]);
    await waitFor(() =>
      expect(screen.getByRole("heading", { name: "Multiple Uploads Detected" })).toHaveFocus(),
    );
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("that could not be chosen stays chosen, and is tried again", async () => {
    allowRefusals();
    let isDown = true;
    const view = renderConflicts({
      [resolveBatchConflict.path]: () => (isDown ? new VendorError("", 0) : []),
    });
    await view.choose(/^March 3rd/);
    await view.press("Keep this upload");
    expect(await screen.findByText("Failed to resolve conflict.")).toBeVisible();
    expect(screen.getByText(/Your choice is kept\.$/)).toBeVisible();
    expect(screen.getByRole("radio", { name: /^March 3rd/ })).toBeChecked();
    isDown = false;
    await view.press("Retry");
    expect(await screen.findByText("Selected upload")).toBeVisible();
  });

  it("is compared with the one before it, or with the one asked for", async () => {
    const { user } = renderConflicts({}, { uploads: 3 });
    expect(await screen.findAllByText(/^Compared with March 2nd/)).toHaveLength(1);
    await user.click(screen.getByRole("combobox", { name: "Compare with" }));
    await user.click(await screen.findByRole("option", { name: /^March 2nd/ }));
    expect(await screen.findAllByText(/^Compared with March 2nd/)).toHaveLength(2);
  });

  it("is not compared where there are no receipts", async () => {
    allowRefusals();
    renderConflicts({ [uploadReceipt.path]: new VendorError("Not found", 404) });
    expect(await screen.findAllByText("Holds its own version of 2 files.")).toHaveLength(2);
  });
});

describe("file by file", () => {
  it("one version is chosen under the user's name, and the rest stays open", async () => {
    const view = renderConflicts();
    await view.press("File by file");
    const group = within(screen.getByRole("radiogroup", { name: "a.hdf" }));
    const [newest, oldest] = group.getAllByRole("radio");
    expect(newest).toHaveAccessibleName(
      /^March 3rd 2026, .* by vendor1 ?2\.0 kB ?newest ?changed since the one before$/,
    );
    expect(oldest).toHaveAccessibleName(/^March 2nd 2026, .* by vendor1 ?1\.0 kB ?oldest$/);
    await view.user.click(oldest!);
    expect(screen.getByText("1 file will still have to be chosen.")).toBeVisible();
    await view.press("Keep 1 chosen version");
    expect(await screen.findByText("Resolved file conflict")).toBeVisible();
    expect(bodiesOf(view, resolveFileConflict.path)).toEqual([
      { username: "vendor1", model_tdis_identifier: "7", upload_id: "11" },
    ]);
    await waitFor(() => expect(screen.queryByRole("radiogroup", { name: "a.hdf" })).toBeNull());
    expect(screen.getByRole("radiogroup", { name: "b.hdf" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  });

  it("the newest is taken for the rest, all in one call", async () => {
    const view = renderConflicts();
    await view.press("File by file");
    await view.user.click(
      within(screen.getByRole("radiogroup", { name: "b.hdf" })).getAllByRole("radio")[1]!,
    );
    await view.press("Take the newest for the rest");
    expect(screen.getByText("2 files shown, 2 of 2 chosen")).toBeVisible();
    await view.press("Keep 2 chosen versions");
    expect(await screen.findByText("Resolved file conflict")).toBeVisible();
    expect(bodiesOf(view, resolveFileConflicts.path)).toEqual([
      { username: "vendor1", model_tdis_identifier: "7", upload_ids: ["12", "21"] },
    ]);
  });

  it("goes one after the other where the services take no more than one, and keeps what failed", async () => {
    allowRefusals();
    const refused = () => new VendorError("The line is down.", 500);
    const answers: Answers = { [resolveFileConflicts.path]: new VendorError("Not found", 404) };
    const view = renderConflicts({ ...answers, [resolveFileConflict.path]: refused });
    await view.press("File by file");
    await view.press("Take the newest for the rest");
    await view.press("Keep 2 chosen versions");
    expect(await screen.findByText("Failed to resolve file conflict.")).toBeVisible();
    expect(screen.getByText(/The line is down\. Your choice is kept\.$/)).toBeVisible();
    expect(screen.getAllByRole("radio", { checked: true })).toHaveLength(2);
    expect(bodiesOf(view, resolveFileConflict.path)).toHaveLength(1);
  });

  it("is searched, shows what is left to choose, and keeps its choices while the mode changes", async () => {
    const view = renderConflicts();
    await view.press("File by file");
    const groups = () =>
      screen.queryAllByRole("radiogroup").map((group) => group.getAttribute("aria-labelledby"));
    await view.user.click(screen.getAllByRole("radio")[0]!);
    await view.press("A whole upload");
    await view.press("File by file");
    expect(screen.getAllByRole("radio", { checked: true })).toHaveLength(1);
    await view.user.click(screen.getByRole("checkbox", { name: "Only those not chosen yet" }));
    expect(groups()).toHaveLength(1);
    await view.user.type(screen.getByRole("searchbox", { name: "Search conflicting files" }), "a.h");
    await waitFor(() => expect(groups()).toHaveLength(0));
  });
});

describe("who may not choose", () => {
  it.each([
    [
      "the record is another's",
      { page: <RecordDetailPage isOwn={false} /> },
      "pending",
      /Only the record's vendor/,
    ],
    ["the agency has decided", {}, "rejected", /The agency has decided/],
  ] as const)("sees what differs, because %s", async (_, options, status, why) => {
    const view = renderConflicts({ [endpoints.getRecord.path]: [aWireRecord({ id: "7", status })] }, options);
    await screen.findAllByText("2 changed");
    expect(screen.getByText(why)).toBeVisible();
    expect(screen.queryByRole("radio")).toBeNull();
    expect(screen.queryByRole("region", { name: "What will happen" })).toBeNull();
    await view.press("File by file");
    expect(screen.getByText("a.hdf")).toBeVisible();
    expect(screen.queryByRole("radio")).toBeNull();
  });
});

it("undo the choice that was made on this page by its name, and say so when another was made since", async () => {
  allowRefusals();
  const since = "Another choice was made since this one.";
  const view = renderConflicts({
    [resolveBatchConflict.path]: { rows: [], etag: '"31"' },
    [undoConflictResolution.path]: new VendorError(since, 409),
  });
  await view.choose(/^March 3rd/);
  await view.press("Keep this upload");
  await view.press("Undo");
  expect(await screen.findByText(`The choice could not be undone. ${since}`)).toBeVisible();
  const [asked] = view.askedFor(undoConflictResolution.path);
  expect(asked?.headers).toMatchObject({ "If-Match": '"31"' });
});

it("say so where the services cannot undo", async () => {
  allowRefusals();
  const view = renderConflicts({ [undoConflictResolution.path]: new VendorError("Not found", 404) });
  await view.choose(/^March 3rd/);
  await view.press("Keep this upload");
  await view.press("Undo");
  expect(await screen.findByText("This installation cannot undo a choice.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

it("are the one thing the record waits for: its action leads to them", async () => {
  const { user } = renderConflicts();
  await user.click(await screen.findByRole("button", { name: "Resolve uploads" }));
  expect(screen.getByRole("heading", { name: "Multiple Uploads Detected" })).toHaveFocus();
});
