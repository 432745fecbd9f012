import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, expect, it, vi } from "vitest";
import { NO_REFERENCES } from "../../../src/contract/schema/references.ts";
import { FolderCheck, type CheckedFiles } from "../../../src/portal/model-report/FolderCheck.tsx";
import { pecanBranch, pecanWithout } from "../../support/modelTexts.ts";

vi.mock(
  "../../../src/portal/model-report/listing/createListingWorker.ts",
  () => import("../../support/listingInPage.ts"),
);

function createFolderFile(path: string, text: string): File {
  const file = new File([text], path.split("/").at(-1)!);
  Object.defineProperty(file, "webkitRelativePath", { value: `Pecan/${path}` });
  return file;
}

const EXPECTED_RECORD = {
  recordId: "17",
  metadata: { modelIdentifier: "030000000001", modelName: "Pecan" },
  references: NO_REFERENCES,
};

const renderCheck = (onFiles: (files: CheckedFiles | undefined) => void = () => undefined) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FolderCheck
        correctedVersion={undefined}
        loadExpectedRecord={async () => EXPECTED_RECORD}
        onFiles={onFiles}
      />
    </QueryClientProvider>,
  );

async function chooseFolder(contents: Record<string, string>) {
  const user = userEvent.setup();
  const view = renderCheck();
  const files = Object.entries(contents).map(([path, text]) => createFolderFile(path, text));
  await user.upload(screen.getByLabelText("Model folder"), files);
  return { user, ...view };
}

it("lists the files missing from a chosen folder without sending any request", async () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  const { user, container } = await chooseFolder(pecanWithout("Model_Files/Pecan.g01"));
  expect(
    await screen.findByText(/Send the missing file "Model_Files\/Pecan\.g01" \(geometry\)/),
  ).toBeVisible();
  const [summary] = screen.getAllByRole("status");
  expect(summary).toHaveTextContent(
    /^2 plans, 0 geometries, 9 of 13 file references found, 3 errors, 1 missing-file problem, 1 file could not be read$/,
  );
  expect(screen.getByText(/^HEC-RAS 6\.5, also files from 5\.0\.7, 6\.3\./)).toBeVisible();
  expect(fetched).not.toHaveBeenCalled();
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  const filter = screen.getByRole("button", { name: "3 missing" });
  await user.click(filter);
  expect(filter).toHaveAttribute("aria-pressed", "true");
  expect(within(screen.getByRole("list", { name: "References" })).getAllByRole("listitem")).toHaveLength(3);
  await user.click(screen.getByRole("button", { name: "1 on the web, not expected" }));
  expect(within(screen.getByRole("list", { name: "References" })).getAllByRole("listitem")).toHaveLength(1);
});

it("does not ask to zip a chosen folder again", async () => {
  await chooseFolder(pecanBranch);
  const error = await screen.findByText(
    /^The folder is named "Pecan"\. Rename it to "030000000001_Pecan"\.$/,
  );
  expect(error).toBeVisible();
  expect(screen.getByText(/Put the geodatabase .* zipped or as a folder\.$/)).toBeVisible();
  expect(screen.queryByText(/zip (it |the folder )?again|^The zip/)).toBeNull();
});

it("asks for the inner folder if the folder above the model was chosen", async () => {
  const name = "030000000001_Pecan";
  await chooseFolder({ [`${name}/Model_Files/a.prj`]: "", [`${name}.zip`]: "" });
  expect(
    await screen.findByText(
      `The folder "${name}" is inside another folder, "Pecan". Choose the inner folder "${name}" itself.`,
    ),
  ).toBeVisible();
});

it("shows the model's contents as a tree", async () => {
  const { user } = await chooseFolder(pecanBranch);
  expect(await screen.findByRole("treeitem", { name: /Plans/ })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Expand all" }));
  expect(screen.getByText(/May 2015 · 2015-05-24 to 2015-05-26/)).toBeVisible();
  expect(screen.getByText(/2 cross sections/)).toBeVisible();
});

it("reads a dropped folder whose entries the browser returns in batches", async () => {
  const { container } = renderCheck();
  const entries = Object.entries(pecanBranch).map(([path, text]) => ({
    isFile: true,
    fullPath: `/Pecan/${path}`,
    file: (callback: (file: File) => void) => callback(new File([text], path.split("/").at(-1)!)),
  }));
  const batches = [entries.slice(0, 4), entries.slice(4), []];
  const folder = {
    isFile: false,
    fullPath: "/Pecan",
    createReader: () => ({
      readEntries: (callback: (batch?: unknown[]) => void) => callback(batches.shift()),
    }),
  };
  const items = [{ webkitGetAsEntry: () => folder }];
  fireEvent.drop(container.firstElementChild!, { dataTransfer: { types: ["Files"], items } });
  expect(
    await screen.findByText(/12 of 13 file references found, 5 errors, 1 file could not be read$/),
  ).toBeVisible();
});

/** File texts and subfolders by name. */
type FolderContents = { [name: string]: string | FolderContents };

/** A file system handle as returned by Chromium's directory picker. */
const createHandle = (name: string, contents: string | FolderContents): object =>
  typeof contents === "string"
    ? { kind: "file", name, getFile: async () => new File([contents], name) }
    : {
        kind: "directory",
        name,
        async *values() {
          for (const [childName, child] of Object.entries(contents)) yield createHandle(childName, child);
        },
      };

const createPecanHandle = () => {
  const tree: FolderContents = {};
  for (const [path, text] of Object.entries(pecanBranch)) {
    const folders = path.split("/");
    const name = folders.pop()!;
    const folder = folders.reduce((outer, inner) => (outer[inner] ??= {}) as FolderContents, tree);
    folder[name] = text;
  }
  return createHandle("Pecan", tree);
};

afterEach(() => vi.unstubAllGlobals());

it("reads the folder from the browser's directory picker, reads nothing if the user cancels, and falls back to the file input", async () => {
  const picker = vi.fn<() => Promise<object>>();
  vi.stubGlobal("showDirectoryPicker", picker);
  picker.mockRejectedValueOnce(new DOMException("cancelled", "AbortError"));
  const user = userEvent.setup();
  const onFiles = vi.fn();
  renderCheck(onFiles);
  const inputClick = vi.spyOn(screen.getByLabelText<HTMLInputElement>("Model folder"), "click");
  await user.click(screen.getByRole("button", { name: "Choose folder" }));
  expect(onFiles).not.toHaveBeenCalled();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();

  picker.mockResolvedValueOnce(createPecanHandle());
  await user.click(screen.getByRole("button", { name: "Choose folder" }));
  expect(
    await screen.findByText(/12 of 13 file references found, 5 errors, 1 file could not be read$/),
  ).toBeVisible();
  expect(onFiles.mock.lastCall![0].paths).toEqual(expect.arrayContaining(Object.keys(pecanBranch)));
  expect(inputClick).not.toHaveBeenCalled();

  // The picker may not open in a cross-origin frame.
  picker.mockRejectedValueOnce(new DOMException("no", "SecurityError"));
  await user.click(screen.getByRole("button", { name: "Choose folder" }));
  expect(inputClick).toHaveBeenCalledOnce();
});

it("opens one picker after a double click", async () => {
  const pickers: ((error: DOMException) => void)[] = [];
  const picker = vi.fn(() =>
    pickers.length > 0
      ? Promise.reject(new DOMException("File picker already active.", "NotAllowedError"))
      : new Promise((_, reject) => pickers.push(reject)),
  );
  vi.stubGlobal("showDirectoryPicker", picker);
  const user = userEvent.setup();
  renderCheck();
  const inputClick = vi.spyOn(screen.getByLabelText<HTMLInputElement>("Model folder"), "click");
  await user.dblClick(screen.getByRole("button", { name: "Choose folder" }));
  expect(picker).toHaveBeenCalledOnce();
  pickers.pop()!(new DOMException("cancelled", "AbortError"));
  await user.click(screen.getByRole("button", { name: "Choose folder" }));
  expect(picker).toHaveBeenCalledTimes(2);
  expect(inputClick).not.toHaveBeenCalled();
});

it("names a locked file and reports the others", async () => {
  const handle = createPecanHandle() as { values(): AsyncGenerator<object> };
  const locked = {
    kind: "file",
    name: "dem.tif",
    getFile: () => Promise.reject(new DOMException("locked", "NotReadableError")),
  };
  const listValues = handle.values.bind(handle);
  handle.values = async function* () {
    yield locked;
    yield* listValues();
  };
  vi.stubGlobal("showDirectoryPicker", async () => handle);
  const user = userEvent.setup();
  renderCheck();
  await user.click(screen.getByRole("button", { name: "Choose folder" }));
  expect(
    await screen.findByText(/^Replace "dem\.tif"\. It could not be read: your computer denies access/),
  ).toBeVisible();
  expect(screen.getByText(/12 of 13 file references found/)).toBeVisible();
});
