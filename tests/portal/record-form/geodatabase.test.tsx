import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { findGeodatabaseFileError } from "../../../src/portal/record-form/extent/geodatabaseFile.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { errorOf } from "../form/renderForm.tsx";
import { aMetadata, onlyRoles, renderMetadata } from "./renderMetadata.tsx";

const zip = (parts: BlobPart[]) => new File(parts, "coverage.gdb.zip");
const button = () => screen.getByRole("button", { name: /^Spatial extent/ });
const ZIP = readFileSync("tests/fixtures/coverage.gdb.zip");
const file = (name = "Denton_Creek.gdb.zip", content: BlobPart = new Uint8Array(ZIP)) =>
  new File([content], name);
const choose = (container: HTMLElement, chosen: File) =>
  fireEvent.change(container.querySelector('input[type="file"]')!, { target: { files: [chosen] } });

function createUpload() {
  let finish: (name: string) => void;
  let fail: (error: Error) => void;
  let reportProgress: (progress: number) => void;
  let signal: AbortSignal | undefined;
  const uploadExtent = vi.fn((_file: File, onProgress: (progress: number) => void, given: AbortSignal) => {
    reportProgress = onProgress;
    signal = given;
    return new Promise<string>((resolve, reject) => {
      finish = resolve;
      fail = reject;
    });
  });
  const runInAct = (step: () => void) => act(async () => step());
  return {
    uploadExtent,
    isAborted: () => signal?.aborted,
    waitUntilStarted: () => waitFor(() => expect(uploadExtent).toHaveBeenCalled()),
    finish: (name: string) => runInAct(() => finish(name)),
    fail: (error: Error) => runInAct(() => fail(error)),
    progress: (progress: number) => runInAct(() => reportProgress(progress)),
  };
}

const renderExtent = (values: JsonObject, upload: ReturnType<typeof createUpload>) =>
  renderMetadata(values, { ...upload, ...onlyRoles("extent", "title") });

const STORED = "0b6f8a52-5c7e-4a0e-9c8e-3f1f7a1c2d3e_Denton_Creek.gdb.zip";

describe("a geodatabase", () => {
  it("is uploaded at once with progress; the value is its stored name", async () => {
    const upload = createUpload();
    const { container, user, save, submitted } = renderExtent(
      aMetadata({ spatialExtentShapefile: undefined }),
      upload,
    );
    choose(container, file());
    await upload.waitUntilStarted();
    await upload.progress(0.42);
    expect(screen.getByText("Uploading Denton_Creek.gdb.zip: 42%")).toBeVisible();
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "42");
    expect(button()).toHaveAttribute("aria-disabled", "true");
    const open = vi.spyOn(HTMLInputElement.prototype, "click");
    await user.click(button());
    expect(open).not.toHaveBeenCalled();
    await upload.finish(STORED);
    expect(button()).not.toHaveAttribute("aria-disabled");
    await user.click(button());
    expect(open).toHaveBeenCalledOnce();
    expect(screen.getByText("Denton_Creek.gdb.zip")).toBeVisible();
    await save();
    expect(submitted()?.["spatialExtentShapefile"]).toBe(STORED);
  });

  it("shows why it was rejected and keeps the previous file", async () => {
    const upload = createUpload();
    const { container, save, submitted } = renderExtent(aMetadata(), upload);
    choose(container, file("other.zip"));
    await upload.waitUntilStarted();
    await upload.fail(new Error("The zip holds no geodatabase."));
    expect(screen.getByRole("alert")).toHaveTextContent("The zip holds no geodatabase.");
    await save();
    expect(submitted()?.["spatialExtentShapefile"]).toBe(STORED);
  });

  it.each([
    ["is not a zip", file("extent.shp"), "Choose a .zip file: a zipped file geodatabase."],
    [
      "is too large",
      Object.defineProperty(file(), "size", { value: 201 * 1024 * 1024 }),
      "larger than 200 MB",
    ],
    ["is a text file with another name", file("extent.gdb.zip", "just words"), "is not a zip"],
  ])("is not uploaded when it %s", async (_, chosen, wording) => {
    const upload = createUpload();
    const { container } = renderExtent(aMetadata(), upload);
    choose(container, chosen);
    expect(await screen.findByRole("alert")).toHaveTextContent(wording);
    expect(upload.uploadExtent).not.toHaveBeenCalled();
  });

  it("is reported as Required on save after the user removed it", async () => {
    const { user, save, onSubmit } = renderExtent(aMetadata(), createUpload());
    await user.click(screen.getByRole("button", { name: "Remove the file" }));
    expect(button()).toHaveFocus();
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(errorOf(button())).toBe("Required");
    await user.click(screen.getByRole("link", { name: /^Spatial extent/ }));
    expect(button()).toHaveFocus();
  });

  it("can be canceled while uploading, which keeps the previous file", async () => {
    const upload = createUpload();
    const { container, user, save, submitted } = renderExtent(aMetadata(), upload);
    choose(container, file("other.zip"));
    await upload.waitUntilStarted();
    act(() => screen.getByRole("button", { name: "Cancel the upload of other.zip" }).focus());
    await user.keyboard("{Enter}");
    expect(upload.isAborted()).toBe(true);
    expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
    expect(screen.getByText("The upload of other.zip was canceled.")).toHaveAttribute("role", "status");
    expect(button()).toHaveFocus();
    await upload.fail(new Error("Aborted."));
    await upload.finish("late.zip");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    await save();
    expect(submitted()?.["spatialExtentShapefile"]).toBe(STORED);
  });

  it("blocks saving with an error while it is uploading", async () => {
    const upload = createUpload();
    const { container, user, save, submitted, onSubmit } = renderExtent(
      aMetadata({ spatialExtentShapefile: undefined }),
      upload,
    );
    choose(container, file());
    await upload.waitUntilStarted();
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(errorOf(button())).toBe(
      "The geodatabase is still uploading. Save the record again when the upload is finished.",
    );
    // Not disabled: the error link must be able to focus it.
    expect(button()).not.toBeDisabled();
    await user.click(screen.getByRole("link", { name: /^Spatial extent.*still uploading/ }));
    expect(button()).toHaveFocus();
    await upload.finish(STORED);
    expect(errorOf(button())).toBeUndefined();
    await save();
    expect(submitted()?.["spatialExtentShapefile"]).toBe(STORED);
  });

  it("blocks saving while it replaces another file", async () => {
    const upload = createUpload();
    const { container, save, onSubmit } = renderExtent(aMetadata(), upload);
    choose(container, file());
    await upload.waitUntilStarted();
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    await upload.fail(new Error("The zip holds no geodatabase."));
    await save();
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it("blocks saving while an invalid file is checked, then saves the stored geodatabase", async () => {
    const { container, save, submitted } = renderExtent(aMetadata(), createUpload());
    const chosen = file("extent.gdb.zip", "just words");
    let read: () => void = () => undefined;
    const isRead = new Promise<void>((resolve) => (read = resolve));
    const slice = chosen.slice.bind(chosen);
    vi.spyOn(chosen, "slice").mockImplementation((...range) => {
      const part = slice(...range);
      const arrayBuffer = part.arrayBuffer.bind(part);
      return Object.assign(part, { arrayBuffer: () => isRead.then(arrayBuffer) });
    });
    choose(container, chosen);
    await save();
    expect(submitted()).toBeUndefined();
    expect(errorOf(button())).toMatch(/still uploading/);
    read();
    expect(await screen.findByRole("alert")).toHaveTextContent("is not a zip");
    await save();
    expect(submitted()?.["spatialExtentShapefile"]).toBe(STORED);
  });

  it("is the first .gdb.zip of several dropped files, with a message about the others", async () => {
    const upload = createUpload();
    const { save, submitted } = renderExtent(aMetadata(), upload);
    const files = [file("notes.txt", "words"), file("first.gdb.zip"), file("second.gdb.zip")];
    fireEvent.drop(button(), { dataTransfer: { files } });
    await upload.waitUntilStarted();
    const status = screen.getByText("This field takes one file. Only first.gdb.zip is uploaded.");
    expect(status).toHaveAttribute("role", "status");
    await upload.finish("first.zip");
    expect(status).toHaveTextContent("first.gdb.zip");
    await save();
    expect(submitted()?.["spatialExtentShapefile"]).toBe("first.zip");
  });

  it("that was chosen last is the one that is uploaded and stored", async () => {
    const upload = createUpload();
    const { container, save, submitted } = renderExtent(aMetadata(), upload);
    choose(container, file("first.gdb.zip"));
    choose(container, file("second.gdb.zip"));
    await upload.waitUntilStarted();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(upload.uploadExtent.mock.calls.map(([{ name }]) => name)).toEqual(["second.gdb.zip"]);
    choose(container, file("third.gdb.zip"));
    expect(upload.isAborted()).toBe(true);
    await upload.finish("late.zip");
    await waitFor(() => expect(upload.uploadExtent).toHaveBeenCalledTimes(2));
    await upload.finish("third.zip");
    await save();
    expect(submitted()?.["spatialExtentShapefile"]).toBe("third.zip");
  });
});

describe("the check of a file before its upload", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it.each([
    ["a real zipped geodatabase", zip([new Uint8Array(ZIP)]), undefined],
    ["nothing", zip([]), /^The file is empty \(0 bytes\)/],
    ["half a zip", zip([new Uint8Array(ZIP.subarray(0, ZIP.length / 2))]), /^The zip is cut off/],
    [
      "a zip of something else",
      zip([new Uint8Array(Buffer.from(ZIP.toString("latin1").replaceAll(/gdb/g, "xyz"), "latin1"))]),
      /holds no geodatabase/,
    ],
    ["a zip's first bytes and words", zip([bytes("PK\u0003\u0004 and words")]), /^The zip is cut off/],
  ])("returns the expected result for %s", async (_, content, wording) => {
    const fault = await findGeodatabaseFileError(content);
    if (wording) expect(fault).toMatch(wording);
    else expect(fault).toBeUndefined();
  });
});
