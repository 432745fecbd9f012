import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { isViewable } from "../../../src/portal/ui/tree/fileNodes.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import type { StoredFile } from "../../../src/contract/generated/entities.ts";
import type { JsonObject } from "../../../src/contract/schema/fields.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { aWireFile, aWireUpload, detailAnswers, renderDetail } from "./renderDetail.tsx";

const { listFiles, listArchive, uploadReceipt } = endpoints;

const aFile = (path: string, sha256: string) => ({ path, sha256, size: 1000 });

it.each([
  ["a.png", true],
  ["A.PNG", true],
  ["disk.img", true],
  ["report.pdf", true],
  ["read me.txt", true],
  ["page.html", false],
  ["drawing.svg", false],
  ["a.png.exe", false],
  ["txt", false],
])("a file named %s is offered to be looked at: %s", (name, isOffered) => {
  expect(isViewable(name)).toBe(isOffered);
});

describe("looking at a file", () => {
  const view = async (name: string) => {
    const page = renderDetail({
      [listFiles.path]: [aWireFile(`b1/files/R/GIS/x.shp`), aWireFile(`b1/files/R/${name}`)],
    });
    await page.user.click(await screen.findByRole("button", { name: `View ${name}` }));
    const dialog = await screen.findByRole("dialog", { name: "File Viewer" });
    return { ...page, dialog, frame: within(dialog).getByTitle(name) };
  };

  it("shows it in a locked frame on its download address", async () => {
    const { dialog, frame } = await view("evil <b>.txt");
    expect(frame).toHaveAttribute("sandbox", "");
    expect(frame).toHaveAttribute("referrerpolicy", "no-referrer");
    const address = "https://store.example.com/ms2/records/7/b1/files/R/evil%20%3Cb%3E.txt?sp=r&sig=x%3D";
    expect(frame).toHaveAttribute("src", address);
    expect(within(dialog).getByRole("link", { name: "Download" })).toHaveAttribute("href", address);
  });

  it("leaves a PDF to the browser's viewer, which does not run in a locked frame", async () => {
    const { frame } = await view("report.pdf");
    expect(frame).not.toHaveAttribute("sandbox");
  });

  it("says above the frame that no browser can show it", async () => {
    const { user } = renderDetail({
      [listFiles.path]: [aWireFile("b1/files/R/GIS/x.shp"), aWireFile("b1/files/R/dem.img")],
    });
    await user.click(await screen.findByRole("button", { name: "View dem.img" }));
    const dialog = await screen.findByRole("dialog", { name: "File Viewer" });
    expect(within(dialog).getByText(/^Browsers do not show \.img files/)).toBeVisible();
    expect(within(dialog).getByTitle("dem.img")).toHaveAttribute("sandbox", "");
  });

  it("closes with Escape and gives the focus back", async () => {
    const { user } = await view("a.txt");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "View a.txt" })).toHaveFocus();
  });
});

it("shows a name that turns itself around as what it is, and downloads it under its own", async () => {
  renderDetail({ [listFiles.path]: [aWireFile("b1/files/R/G/x"), aWireFile("b1/files/R/gnp.\u202Etxt")] });
  const link = await screen.findByRole("link", { name: "gnp.⟨U+202E⟩txt" });
  expect(link).toHaveAttribute("download", "gnp.\u202Etxt");
});

it("are said not to be downloadable where no link could be had, and can be once Retry brings one", async () => {
  allowRefusals();
  const rows = detailAnswers[endpoints.downloadLink.path] as JsonObject[];
  let answer: () => JsonObject[] | Error = () => new VendorError("", 500);
  const { press } = renderDetail({
    [listFiles.path]: [aWireFile("b1/files/R/G/x"), aWireFile("b1/files/R/a.txt")],
    [endpoints.downloadLink.path]: () => answer(),
  });
  expect(await screen.findByText("The files cannot be downloaded just now.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "a.txt" })).toBeNull();
  answer = () => rows;
  await press("Retry");
  expect(await screen.findByRole("link", { name: "a.txt" })).toBeVisible();
  expect(screen.queryByText("The files cannot be downloaded just now.")).toBeNull();
});

it("are asked for with their uploads by one Retry, where neither could be had", async () => {
  allowRefusals();
  let answer: (rows: JsonObject[]) => JsonObject[] | Error = () => new VendorError("", 500);
  const { press } = renderDetail({
    [listFiles.path]: () => answer([aWireFile("b1/files/R/G/x"), aWireFile("b1/files/R/a.txt")]),
    [listArchive.path]: () => answer([aWireUpload()]),
  });
  const failure = await screen.findByText("The files could not be loaded");
  answer = (rows) => rows;
  await press("Retry");
  expect(await screen.findByText("a.txt")).toBeVisible();
  expect(failure).not.toBeInTheDocument();
});

describe("a zip", () => {
  beforeEach(() => {
    URL.createObjectURL = vi.fn(() => "blob:receipt");
    URL.revokeObjectURL = vi.fn();
  });

  it("comes with its hash and its receipt", async () => {
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.download);
    });
    const { press } = renderDetail({
      [listArchive.path]: [aWireUpload()],
      [uploadReceipt.path]: [{ receipt_version: 1, files: [] }],
    });
    const hash = await screen.findByText("abc", { selector: "code" });
    (hash.closest("details") as HTMLDetailsElement).open = true;
    expect(hash).toBeVisible();
    await press("Download receipt of 030000000001_Denton Creek #1.zip, v1");
    await waitFor(() => expect(clicked).toEqual(["receipt_7_b1.json"]));
    const [blob] = vi.mocked(URL.createObjectURL).mock.calls[0]!;
    expect(JSON.parse(await (blob as Blob).text())).toEqual({ receipt_version: 1, files: [] });
  });

  it("comes without a receipt once the services have said that they have none", async () => {
    allowRefusals();
    const { press } = renderDetail({
      [listArchive.path]: [aWireUpload()],
      [uploadReceipt.path]: new VendorError("Not found", 404),
    });
    await press(/^Download receipt/);
    expect(await screen.findByText("There is no receipt of this upload.")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Download receipt/ })).toBeNull();
  });
});

it("is offered the receipts of the other uploads where the services have none of one", async () => {
  allowRefusals();
  const another = aWireUpload({ path: "b2/another.zip", uploadBatchId: "b2", uploadVersion: 2 });
  const { press } = renderDetail({
    [listArchive.path]: [aWireUpload({ uploadVersion: 1 }), another],
    [uploadReceipt.path]: new VendorError("Not found", 404),
  });
  await press("Download receipt of another.zip, v2");
  expect(await screen.findByText("There is no receipt of this upload.")).toBeVisible();
  expect(screen.getAllByRole("button", { name: /^Download receipt/ })).toHaveLength(1);
  expect(screen.getByRole("button", { name: /^Download receipt of .*, v1$/ })).toBeVisible();
});

it("are shown where an address was cut off within a file's name", async () => {
  const files = [aWireFile("b1/files/R/G/x"), aWireFile("b1/files/R/a.txt")];
  renderDetail({ [listFiles.path]: files }, undefined, "/app/view/7#file-a%");
  expect(await screen.findByRole("link", { name: "a.txt" })).toBeVisible();
});

describe("the versions of a model", () => {
  const first = aWireUpload({ path: "b1/model.zip", uploadVersion: 1, fileCount: 2, newFiles: 2 });
  const second = aWireUpload({
    path: "b2/model.zip",
    uploadBatchId: "b2",
    uploadVersion: 2,
    uploaded: "2026-03-02T15:04:45.000Z",
    fileCount: 2,
    ...{ newFiles: 1, changedFiles: 1, sameFiles: 0, goneFiles: 1 },
  });
  const receipts: Record<string, object> = {
    b1: { files: [aFile("a.hdf", "a1"), aFile("old.txt", "o")] },
    b2: { files: [aFile("a.hdf", "a2"), aFile("new.txt", "n")] },
  };

  it("are numbered, told apart by the second, and say what each changed against the one before", async () => {
    const { press } = renderDetail({
      [listArchive.path]: [second, first],
      [uploadReceipt.path]: ({ params }) => [receipts[params!["uploadBatchId"]!] as JsonObject],
    });
    const uploads = within(await screen.findByRole("list", { name: "Uploads" }));
    const rows = uploads.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/^v2 model\.zip .*uploaded on March 2nd 2026, \d+:04:45 [ap]m by vendor1/);
    expect(rows[0]).toMatch(/1 added1 changed1 gone/);
    expect(rows[1]).toMatch(/^v1 model\.zip .*:04:05 [ap]m by vendor1/);
    await press("Show files that v2 changed");
    const list = await screen.findByRole("region", { name: "What v2 changed" });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["changeda.hdf1.0 kB", "newnew.txt1.0 kB", "goneold.txt1.0 kB"]);
  });

  it("name what a correction corrects, and read what it took over from where it is stored", async () => {
    const { press } = renderDetail({
      [listArchive.path]: [
        { ...second, corrects_version: 1 },
        { ...first, archived: true },
      ],
      [endpoints.downloadLink.path]: [
        {
          ...{
            prefix: "https://store.example.com/ms2/records/7/",
            query: "",
            expires: "2027-01-01T00:00:00Z",
          },
          uploads: [{ uploadBatchId: "b2", query: "sig=2" }],
          files: [{ path: "b1/files/GIS/a.hdf", query: "sig=a" }],
        },
      ],
      [listFiles.path]: ({ query }) => [
        ...(query ? [aWireFile("b1/files/old.txt", { archived: true, pathInModel: "old.txt" })] : []),
        ...(query ? [takenOver({ uploadBatchId: "b1", archived: true })] : []),
        takenOver({ uploadBatchId: "b2" }),
        aWireFile("b2/files/new.txt", { uploadBatchId: "b2", pathInModel: "new.txt" }),
      ],
    });
    const uploads = within(await screen.findByRole("list", { name: "Uploads" }));
    expect(uploads.getByRole("listitem")).toHaveTextContent(/^v2 model\.zip correction of v1/);
    const href = "https://store.example.com/ms2/records/7/b1/files/GIS/a.hdf?sig=a";
    expect(await screen.findByRole("link", { name: "a.hdf" })).toHaveAttribute("href", href);
    // What stands was not put aside, though the upload that brought it was.
    await press("Show files put aside");
    await screen.findByText("old.txt");
    const row = screen.getByRole("link", { name: "a.hdf" }).closest("[role=treeitem]");
    expect(row).toHaveTextContent(/^a\.hdf v1/);
    expect(row).not.toHaveTextContent("put aside");
    expect(screen.getByRole("link", { name: "new.txt" }).closest("[role=treeitem]")).toHaveTextContent(/v2/);
  });

  const takenOver = (of: Partial<StoredFile>) =>
    aWireFile("b1/files/GIS/a.hdf", { sha256: "a", pathInModel: "GIS/a.hdf", ...of });

  it("are hidden once put aside, zip and files, until they are asked for", async () => {
    const { press } = renderDetail({
      [listArchive.path]: [second, { ...first, archived: true }],
      [listFiles.path]: ({ query }) => [
        aWireFile("b2/files/GIS", { uploadBatchId: "b2", uploadType: "directory" }),
        aWireFile("b2/files/a.hdf", { uploadBatchId: "b2" }),
        ...(query ? [aWireFile("b1/files/GIS", { uploadType: "directory", archived: true })] : []),
        ...(query ? [aWireFile("b1/files/old.txt", { archived: true })] : []),
      ],
    });
    expect(await screen.findByRole("link", { name: "a.hdf" })).toBeVisible();
    expect(screen.queryByText("old.txt")).toBeNull();
    expect(screen.getAllByRole("link", { name: /^Download ZIP/ })).toHaveLength(1);
    await press("Show files put aside");
    const row = (await screen.findByRole("link", { name: "old.txt" })).closest("[role=treeitem]");
    expect(row).toHaveTextContent("old.txt put aside v1");
    await press("Show 1 upload put aside");
    expect(screen.getAllByRole("link", { name: /^Download ZIP/ })).toHaveLength(2);
  });
});

it("are had as one zip and one receipt as the model stands, and not while uploads conflict", async () => {
  const link = {
    prefix: "https://store.example.com/ms2/records/7",
    query: "",
    expires: "2027-01-01T00:00:00Z",
  };
  const uploads = [{ uploadBatchId: "b1", query: "sig=1" }];
  const answers = (model_grant: string | null): Answers => ({
    [endpoints.listArchive.path]: [aWireUpload()],
    [endpoints.downloadLink.path]: [{ ...link, uploads, model_grant }],
    [endpoints.modelReceipt.path]: [{ receipt_version: 1 }],
  });
  const { unmount } = renderDetail(answers("a.b"));
  expect(await screen.findByRole("link", { name: "Download model" })).toHaveAttribute(
    "href",
    "/api/metadata/get-model-zip/7?grant=a.b",
  );
  expect(screen.getByRole("button", { name: "Download receipt of the model" })).toBeVisible();
  unmount();
  renderDetail(answers(null));
  expect(await screen.findByText(/^Can be had as one ZIP once the uploads no longer conflict/)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Download model" })).toBeNull();
});
