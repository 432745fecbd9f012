import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { isPreviewable } from "../../../src/portal/ui/tree/buildFileTree.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import type { StoredFile } from "../../../src/contract/generated/entities.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
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
])("a file named %s can be previewed: %s", (name, canPreview) => {
  expect(isPreviewable(name)).toBe(canPreview);
});

describe("the file viewer", () => {
  const openViewer = async (name: string) => {
    const page = renderDetail({
      [listFiles.path]: [aWireFile(`b1/files/R/GIS/x.shp`), aWireFile(`b1/files/R/${name}`)],
    });
    await page.user.click(await screen.findByRole("button", { name: `View ${name}` }));
    const dialog = await screen.findByRole("dialog", { name: "File Viewer" });
    return { ...page, dialog, frame: within(dialog).getByTitle(name) };
  };

  it("shows the file's download URL in a sandboxed frame", async () => {
    const { dialog, frame } = await openViewer("evil <b>.txt");
    expect(frame).toHaveAttribute("sandbox", "");
    expect(frame).toHaveAttribute("referrerpolicy", "no-referrer");
    const address = "https://store.example.com/ms2/records/7/b1/files/R/evil%20%3Cb%3E.txt?sp=r&sig=x%3D";
    expect(frame).toHaveAttribute("src", address);
    expect(within(dialog).getByRole("link", { name: "Download" })).toHaveAttribute("href", address);
  });

  it("does not sandbox a PDF, so that the browser's viewer works", async () => {
    const { frame } = await openViewer("report.pdf");
    expect(frame).not.toHaveAttribute("sandbox");
  });

  it("shows a small image at its natural size", async () => {
    const { dialog, frame } = await openViewer("map.png");
    const image = dialog.querySelector("img")!;
    Object.defineProperties(image, { naturalWidth: { value: 240 }, naturalHeight: { value: 120 } });
    fireEvent.load(image);
    expect(frame).toHaveStyle({ width: "240px", height: "120px" });
  });

  it("explains that browsers cannot show .img files", async () => {
    const { user } = renderDetail({
      [listFiles.path]: [aWireFile("b1/files/R/GIS/x.shp"), aWireFile("b1/files/R/dem.img")],
    });
    await user.click(await screen.findByRole("button", { name: "View dem.img" }));
    const dialog = await screen.findByRole("dialog", { name: "File Viewer" });
    expect(within(dialog).getByText(/^Browsers cannot show \.img files/)).toBeVisible();
    expect(within(dialog).getByTitle("dem.img")).toHaveAttribute("sandbox", "");
  });

  it("closes with Escape and returns the focus", async () => {
    const { user } = await openViewer("a.txt");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "View a.txt" })).toHaveFocus();
  });
});

it("shows invisible characters of a file name, but downloads the file under its real name", async () => {
  renderDetail({ [listFiles.path]: [aWireFile("b1/files/R/G/x"), aWireFile("b1/files/R/gnp.\u202Etxt")] });
  const link = await screen.findByRole("link", { name: "gnp.⟨U+202E⟩txt" });
  expect(link).toHaveAttribute("download", "gnp.\u202Etxt");
});

it("shows an error if the download links fail to load, and the links after Retry", async () => {
  allowRefusals();
  const rows = detailAnswers[endpoints.downloadLink.path] as JsonObject[];
  let respond: () => JsonObject[] | Error = () => new ApiError("", 500);
  const { press } = renderDetail({
    [listFiles.path]: [aWireFile("b1/files/R/G/x"), aWireFile("b1/files/R/a.txt")],
    [endpoints.downloadLink.path]: () => respond(),
  });
  expect(await screen.findByText("The model files cannot be downloaded right now.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "a.txt" })).toBeNull();
  respond = () => rows;
  await press("Retry");
  expect(await screen.findByRole("link", { name: "a.txt" })).toBeVisible();
  expect(screen.queryByText("The model files cannot be downloaded right now.")).toBeNull();
});

it("reloads files and uploads with one Retry", async () => {
  allowRefusals();
  let respond: (rows: JsonObject[]) => JsonObject[] | Error = () => new ApiError("", 500);
  const { press } = renderDetail({
    [listFiles.path]: () => respond([aWireFile("b1/files/R/G/x"), aWireFile("b1/files/R/a.txt")]),
    [listArchive.path]: () => respond([aWireUpload()]),
  });
  const failure = await screen.findByText("The files could not be loaded");
  respond = (rows) => rows;
  await press("Retry");
  expect(await screen.findByText("a.txt")).toBeVisible();
  expect(failure).not.toBeInTheDocument();
});

describe("an uploaded zip", () => {
  beforeEach(() => {
    URL.createObjectURL = vi.fn(() => "blob:receipt");
    URL.revokeObjectURL = vi.fn();
  });

  it("has a hash and a receipt to download", async () => {
    const downloads: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      downloads.push(this.download);
    });
    const { press } = renderDetail({
      [listArchive.path]: [aWireUpload()],
      [uploadReceipt.path]: [{ receipt_version: 1, files: [] }],
    });
    const hash = await screen.findByText("abc", { selector: "code" });
    (hash.closest("details") as HTMLDetailsElement).open = true;
    expect(hash).toBeVisible();
    await press("Download receipt of 030000000001_Denton Creek #1.zip, v1");
    await waitFor(() => expect(downloads).toEqual(["receipt_7_b1.json"]));
    const [blob] = vi.mocked(URL.createObjectURL).mock.calls[0]!;
    expect(JSON.parse(await (blob as Blob).text())).toEqual({ receipt_version: 1, files: [] });
  });

  it("has no receipt button once the server has answered that there is no receipt", async () => {
    allowRefusals();
    const { press } = renderDetail({
      [listArchive.path]: [aWireUpload()],
      [uploadReceipt.path]: new ApiError("Not found", 404),
    });
    await press(/^Download receipt/);
    expect(await screen.findByText("There is no receipt for this upload.")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Download receipt/ })).toBeNull();
  });
});

it("has no receipt button for the current model once the server has answered that there is no receipt", async () => {
  allowRefusals();
  const { press } = renderDetail({
    [listArchive.path]: [aWireUpload()],
    [endpoints.downloadLink.path]: [aDownloadLink("a.b")],
    [endpoints.modelReceipt.path]: new ApiError("Not found", 404),
  });
  await press("Download receipt of the model");
  expect(await screen.findByText("There is no receipt for this model.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Download receipt of the model" })).toBeNull();
});

it("keeps the receipt buttons of other uploads if one has no receipt", async () => {
  allowRefusals();
  const another = aWireUpload({ path: "b2/another.zip", uploadBatchId: "b2", uploadVersion: 2 });
  const { press } = renderDetail({
    [listArchive.path]: [aWireUpload({ uploadVersion: 1 }), another],
    [uploadReceipt.path]: new ApiError("Not found", 404),
  });
  await press("Download receipt of another.zip, v2");
  expect(await screen.findByText("There is no receipt for this upload.")).toBeVisible();
  expect(screen.getAllByRole("button", { name: /^Download receipt/ })).toHaveLength(1);
  expect(screen.getByRole("button", { name: /^Download receipt of .*, v1$/ })).toBeVisible();
});

it("shows the files if the URL hash is malformed", async () => {
  const files = [aWireFile("b1/files/R/G/x"), aWireFile("b1/files/R/a.txt")];
  renderDetail({ [listFiles.path]: files }, undefined, "/app/view/7#file-a%");
  expect(await screen.findByRole("link", { name: "a.txt" })).toBeVisible();
});

describe("the uploads of a model", () => {
  const first = aWireUpload({ path: "b1/model.zip", uploadVersion: 1, fileCount: 2, newFiles: 2 });
  const second = aWireUpload({
    path: "b2/model.zip",
    uploadBatchId: "b2",
    uploadVersion: 2,
    uploaded: "2026-03-02T15:04:45.000Z",
    fileCount: 2,
    ...{ newFiles: 1, changedFiles: 1, unchangedFiles: 0, removedFiles: 1 },
  });
  const receipts: Record<string, object> = {
    b1: { files: [aFile("a.hdf", "a1"), aFile("old.txt", "o")] },
    b2: { files: [aFile("a.hdf", "a2"), aFile("new.txt", "n")] },
  };

  it("show version numbers, times with seconds, and the changes since the previous version", async () => {
    const { press } = renderDetail({
      [listArchive.path]: [second, first],
      [uploadReceipt.path]: ({ params }) => [receipts[params!["uploadBatchId"]!] as JsonObject],
    });
    const uploads = within(await screen.findByRole("list", { name: "Uploads" }));
    const rows = uploads.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/^v2 model\.zip .*uploaded on March 2nd 2026, \d+:04:45 [ap]m by vendor1/);
    expect(rows[0]).toMatch(/1 file added1 file changed1 file removed/);
    expect(rows[1]).toMatch(/^v1 model\.zip .*:04:05 [ap]m by vendor1/);
    await press("Show files that v2 changed");
    const list = await screen.findByRole("region", { name: "Files that v2 changed" });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["changeda.hdf1.0 kB", "addednew.txt1.0 kB", "removedold.txt1.0 kB"]);
  });

  it("show which version a correction corrects, and link to unchanged files where they are stored", async () => {
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
        ...(query ? [createUnchangedFile({ uploadBatchId: "b1", archived: true })] : []),
        createUnchangedFile({ uploadBatchId: "b2" }),
        aWireFile("b2/files/new.txt", { uploadBatchId: "b2", pathInModel: "new.txt" }),
      ],
    });
    const uploads = within(await screen.findByRole("list", { name: "Uploads" }));
    expect(uploads.getByRole("listitem")).toHaveTextContent(/^v2 model\.zip correction of v1/);
    const href = "https://store.example.com/ms2/records/7/b1/files/GIS/a.hdf?sig=a";
    expect(await screen.findByRole("link", { name: "a.hdf" })).toHaveAttribute("href", href);
    // The file is current, although the upload that contained it is archived.
    await press("Show archived files");
    await screen.findByText("old.txt");
    const row = screen.getByRole("link", { name: "a.hdf" }).closest("[role=treeitem]");
    expect(row).toHaveTextContent(/^a\.hdf v1/);
    expect(row).not.toHaveTextContent("archived");
    expect(screen.getByRole("link", { name: "new.txt" }).closest("[role=treeitem]")).toHaveTextContent(/v2/);
  });

  const createUnchangedFile = (overrides: Partial<StoredFile>) =>
    aWireFile("b1/files/GIS/a.hdf", { sha256: "a", pathInModel: "GIS/a.hdf", ...overrides });

  it("hide archived zips and files until they are shown", async () => {
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
    await press("Show archived files");
    const row = (await screen.findByRole("link", { name: "old.txt" })).closest("[role=treeitem]");
    expect(row).toHaveTextContent("old.txt archived v1");
    await press("Show 1 archived upload");
    expect(screen.getAllByRole("link", { name: /^Download ZIP/ })).toHaveLength(2);
  });
});

it("offers the current model as one zip with a receipt, but not while uploads conflict", async () => {
  const answers = (model_grant: string | null): Answers => ({
    [endpoints.listArchive.path]: [aWireUpload()],
    [endpoints.downloadLink.path]: [aDownloadLink(model_grant)],
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
  expect(await screen.findByText(/^Resolve the conflict to download the model as one ZIP/)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Download model" })).toBeNull();
});

const aDownloadLink = (model_grant: string | null) => ({
  prefix: "https://store.example.com/ms2/records/7",
  query: "",
  expires: "2027-01-01T00:00:00Z",
  uploads: [{ uploadBatchId: "b1", query: "sig=1" }],
  model_grant,
});
