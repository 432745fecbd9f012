import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, expect, it, vi } from "vitest";
import { FolderCheck } from "../../../src/portal/model-report/FolderCheck.tsx";
import { pecanBranch, pecanWithout } from "../../support/modelTexts.ts";

function fileAt(path: string, text: string): File {
  const file = new File([text], path.split("/").at(-1)!);
  Object.defineProperty(file, "webkitRelativePath", { value: `Pecan/${path}` });
  return file;
}

const renderCheck = (onFiles: (paths: string[] | undefined) => void = () => undefined) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FolderCheck isPart={false} onFiles={onFiles} />
    </QueryClientProvider>,
  );

async function choose(contents: Record<string, string>) {
  const user = userEvent.setup();
  const view = renderCheck();
  const files = Object.entries(contents).map(([path, text]) => fileAt(path, text));
  await user.upload(screen.getByLabelText("Folder of the model"), files);
  return { user, ...view };
}

it("says what a folder on the vendor's disk lacks, and sends nothing", async () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  const { user, container } = await choose(pecanWithout("Model_Files/Pecan.g01"));
  expect(
    await screen.findByText(/"Model_Files\/Pecan\.p01" refers to "Pecan\.g01" \(geometry\)/),
  ).toBeVisible();
  const [told] = screen.getAllByRole("status");
  expect(told).toHaveTextContent(/^2 plans, 0 geometries, 9 of 13 references found, 3 things are missing$/);
  expect(screen.getByText(/^HEC-RAS 6\.5, files of 5\.0\.7, 6\.3\./)).toBeVisible();
  expect(fetched).not.toHaveBeenCalled();
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  const filter = screen.getByRole("button", { name: "3 missing" });
  await user.click(filter);
  expect(filter).toHaveAttribute("aria-pressed", "true");
  expect(within(screen.getByRole("list", { name: "References" })).getAllByRole("listitem")).toHaveLength(3);
  await user.click(screen.getByRole("button", { name: "1 outside by design" }));
  expect(within(screen.getByRole("list", { name: "References" })).getAllByRole("listitem")).toHaveLength(1);
});

it("shows what the model holds as a tree", async () => {
  const { user } = await choose(pecanBranch);
  expect(await screen.findByRole("treeitem", { name: /Plans/ })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Expand all" }));
  expect(screen.getByText(/May 2015 · 2015-05-24 to 2015-05-26/)).toBeVisible();
  expect(screen.getByText(/2 cross sections/)).toBeVisible();
});

it("reads a folder that is dropped, which the browser tells in pieces", async () => {
  const { container } = renderCheck();
  const entries = Object.entries(pecanBranch).map(([path, text]) => ({
    isFile: true,
    fullPath: `/Pecan/${path}`,
    file: (take: (file: File) => void) => take(new File([text], path.split("/").at(-1)!)),
  }));
  const pieces = [entries.slice(0, 4), entries.slice(4), []];
  const folder = {
    isFile: false,
    createReader: () => ({ readEntries: (take: (piece?: unknown[]) => void) => take(pieces.shift()) }),
  };
  const items = [{ webkitGetAsEntry: () => folder }];
  fireEvent.drop(container.firstElementChild!, { dataTransfer: { items } });
  expect(await screen.findByText(/12 of 13 references found, nothing missing$/)).toBeVisible();
});

/** A folder as Chromium's picker gives it, of files and folders by their names. */
type Held = { [name: string]: string | Held };
const handleOf = (name: string, held: string | Held): object =>
  typeof held === "string"
    ? { kind: "file", name, getFile: async () => new File([held], name) }
    : {
        kind: "directory",
        name,
        async *values() {
          for (const [inside, one] of Object.entries(held)) yield handleOf(inside, one);
        },
      };

const pickedPecan = () => {
  const tree: Held = {};
  for (const [path, text] of Object.entries(pecanBranch)) {
    const folders = path.split("/");
    const name = folders.pop()!;
    const folder = folders.reduce((outer, inner) => (outer[inner] ??= {}) as Held, tree);
    folder[name] = text;
  }
  return handleOf("Pecan", tree);
};

afterEach(() => vi.unstubAllGlobals());

it("reads a folder that is picked, where the browser can be asked for one, and none where the user cancels", async () => {
  const picker = vi.fn<() => Promise<object>>();
  vi.stubGlobal("showDirectoryPicker", picker);
  picker.mockRejectedValueOnce(new DOMException("cancelled", "AbortError"));
  const user = userEvent.setup();
  const onFiles = vi.fn();
  renderCheck(onFiles);
  const opened = vi.spyOn(screen.getByLabelText<HTMLInputElement>("Folder of the model"), "click");
  await user.click(screen.getByRole("button", { name: "Choose the folder" }));
  expect(onFiles).not.toHaveBeenCalled();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();

  picker.mockResolvedValueOnce(pickedPecan());
  await user.click(screen.getByRole("button", { name: "Choose the folder" }));
  expect(await screen.findByText(/12 of 13 references found, nothing missing$/)).toBeVisible();
  expect(onFiles.mock.lastCall![0]).toEqual(expect.arrayContaining(Object.keys(pecanBranch)));
  expect(opened).not.toHaveBeenCalled();

  // As in a frame of another site, where it may not open.
  picker.mockRejectedValueOnce(new DOMException("no", "SecurityError"));
  await user.click(screen.getByRole("button", { name: "Choose the folder" }));
  expect(opened).toHaveBeenCalledOnce();
});
