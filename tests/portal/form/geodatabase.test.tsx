import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aMetadata, errorOf, renderMetadata } from "./renderForm.tsx";

const button = () => screen.getByRole("button", { name: /^Spatial extent/ });
const file = (name = "Denton_Creek.gdb.zip") => new File(["zip"], name);
const choose = (container: HTMLElement, chosen: File) =>
  fireEvent.change(container.querySelector('input[type="file"]')!, { target: { files: [chosen] } });

function anUpload() {
  let finish: (name: string) => void;
  let fail: (error: Error) => void;
  let progress: (share: number) => void;
  const uploadExtent = vi.fn((_file: File, onProgress: (share: number) => void) => {
    progress = onProgress;
    return new Promise<string>((resolve, reject) => {
      finish = resolve;
      fail = reject;
    });
  });
  const settle = (step: () => void) => act(async () => step());
  return {
    uploadExtent,
    finish: (name: string) => settle(() => finish(name)),
    fail: (error: Error) => settle(() => fail(error)),
    progress: (share: number) => settle(() => progress(share)),
  };
}

const STORED = "0b6f8a52-5c7e-4a0e-9c8e-3f1f7a1c2d3e_Denton_Creek.gdb.zip";

describe("a geodatabase", () => {
  it("is sent at once, with its progress, and kept by its stored name", async () => {
    const upload = anUpload();
    const { container, save, submitted } = renderMetadata(
      aMetadata({ spatialExtentShapefile: undefined }),
      upload,
    );
    choose(container, file());
    await upload.progress(0.42);
    expect(screen.getByText("Sending Denton_Creek.gdb.zip: 42%")).toBeVisible();
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "42");
    expect(button()).toBeDisabled();
    await upload.finish(STORED);
    expect(screen.getByText("Denton_Creek.gdb.zip")).toBeVisible();
    await save();
    expect(submitted()?.["spatialExtentShapefile"]).toBe(STORED);
  });

  it("says why it was refused, and keeps the file there was", async () => {
    const upload = anUpload();
    const { container, save, submitted } = renderMetadata(aMetadata(), upload);
    choose(container, file("other.zip"));
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
  ])("is not sent when it %s", (_, chosen, wording) => {
    const upload = anUpload();
    const { container } = renderMetadata(aMetadata(), upload);
    choose(container, chosen);
    expect(upload.uploadExtent).not.toHaveBeenCalled();
    expect(screen.getByRole("alert")).toHaveTextContent(wording);
  });

  it("can be removed, and is required", async () => {
    const { user, save, onSubmit } = renderMetadata(aMetadata(), anUpload());
    await user.click(screen.getByRole("button", { name: "Remove the file" }));
    expect(button()).toHaveFocus();
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(errorOf(button())).toBe("Required");
    await user.click(screen.getByRole("link", { name: /^Spatial extent/ }));
    expect(button()).toHaveFocus();
  });
});
