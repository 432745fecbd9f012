import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect } from "react";
import { expect, it, vi } from "vitest";
import { FileTree } from "../../../src/portal/ui/tree/FileTree.tsx";
import { checkPrintedPage } from "../../support/checkPrintedPage.ts";
import type { TreeNode } from "../../../src/portal/ui/tree/buildFileTree.ts";

const nodes: TreeNode[] = [
  {
    path: "Model/",
    name: "Model",
    children: [
      { path: "Model/GIS/", name: "GIS", children: [] },
      { path: "Model/a.hdf", name: "a.hdf", size: 1_250_000 },
    ],
  },
  { path: "readme.txt", name: "readme.txt", size: 12 },
];

const names = () => screen.getAllByRole("treeitem").map((item) => item.textContent);
const focused = () => document.activeElement?.textContent;

function renderTree(initiallyOpenPaths: string[] = []) {
  const getHref = ({ name }: TreeNode) =>
    name === "a.hdf" ? `https://store.example.com/${name}` : undefined;
  render(<FileTree label="Files" nodes={nodes} initiallyOpenPaths={initiallyOpenPaths} getHref={getHref} />);
  return userEvent.setup();
}

it("FileTree opens and closes folders on a click", async () => {
  const user = renderTree();
  expect(names()).toEqual(["Model", "readme.txt12 B"]);
  await user.click(screen.getByRole("treeitem", { name: "Model" }));
  expect(names()).toEqual(["Model", "GIS", "a.hdf1.3 MB", "readme.txt12 B"]);
  expect(screen.getByRole("treeitem", { name: "Model" })).toHaveAttribute("aria-expanded", "true");
  await user.click(screen.getByRole("treeitem", { name: "Model" }));
  expect(names()).toEqual(["Model", "readme.txt12 B"]);
});

it("FileTree opens the initially open folders and links downloadable files", () => {
  renderTree(["Model/"]);
  expect(screen.getByRole("link", { name: "a.hdf" })).toHaveAttribute(
    "href",
    "https://store.example.com/a.hdf",
  );
  expect(screen.queryByRole("link", { name: "readme.txt" })).toBeNull();
});

it("FileTree handles a key pressed during a re-render", () => {
  /** Presses a key after the re-render is committed, before its effects run. */
  function RerenderedTree({ isSecondRender = false }) {
    useLayoutEffect(() => {
      const key = new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true });
      if (isSecondRender) document.activeElement?.dispatchEvent(key);
    }, [isSecondRender]);
    return <FileTree label="Files" nodes={nodes} />;
  }
  const { rerender } = render(<RerenderedTree />);
  act(() => screen.getByRole("treeitem", { name: "Model" }).focus());
  rerender(<RerenderedTree isSecondRender />);
  expect(focused()).toBe("readme.txt12 B");
});

it("FileTree moves with the arrow keys", async () => {
  const user = renderTree();
  act(() => screen.getByRole("treeitem", { name: "Model" }).focus());
  expect(focused()).toBe("Model");
  await user.keyboard("{ArrowRight}");
  expect(names()).toHaveLength(4);
  await user.keyboard("{ArrowRight}");
  expect(focused()).toBe("GIS");
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(focused()).toBe("readme.txt12 B");
  await user.keyboard("{Home}{End}{ArrowUp}{ArrowLeft}");
  expect(focused()).toBe("Model");
  await user.keyboard("{ArrowLeft}");
  expect(names()).toHaveLength(2);
});

it("FileTree opens a folder and follows a file's link with Enter", async () => {
  const follow = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const user = renderTree();
  act(() => screen.getByRole("treeitem", { name: "Model" }).focus());
  await user.keyboard("{Enter}{ArrowDown}{ArrowDown}{Enter}");
  expect(focused()).toBe("a.hdf1.3 MB");
  expect(follow).toHaveBeenCalledOnce();
});

it("FileTree gives each row its ARIA level and position", () => {
  renderTree(["Model/"]);
  const row = screen.getByRole("treeitem", { name: /a\.hdf/ });
  expect(row).toHaveAttribute("aria-level", "2");
  expect(row).toHaveAttribute("aria-posinset", "2");
  expect(row).toHaveAttribute("aria-setsize", "2");
});

it("FileTree opens sibling folders with an asterisk and finds names by type-ahead", async () => {
  const folder = (name: string, children: TreeNode[] = []): TreeNode => ({
    path: `${name}/`,
    name,
    children,
  });
  const file = (name: string): TreeNode => ({ path: name, name });
  const tree = [
    folder("Alpha", [file("inner")]),
    folder("Beta", [file("deep")]),
    file("gauge.txt"),
    file("gis.txt"),
  ];
  render(<FileTree label="Files" nodes={tree} />);
  const user = userEvent.setup();
  act(() => screen.getByRole("treeitem", { name: "Alpha" }).focus());
  await user.keyboard("*");
  expect(names()).toEqual(["Alpha", "inner", "Beta", "deep", "gauge.txt", "gis.txt"]);
  await user.keyboard("g");
  expect(focused()).toBe("gauge.txt");
  await user.keyboard("i");
  expect(focused()).toBe("gis.txt");
  await user.keyboard("{Home}{End}");
  expect(focused()).toBe("gis.txt");
});

it("FileTree shows matches of a search with their folders and announces their number", async () => {
  const user = renderTree();
  expect(screen.getByRole("status")).toHaveTextContent("2 files");
  await user.type(screen.getByRole("searchbox", { name: "Search files" }), "A.HDF");
  await waitFor(() => expect(names()).toEqual(["Model", "a.hdf1.3 MB"]));
  expect(screen.getByRole("status")).toHaveTextContent("1 found");
  await user.click(screen.getByRole("treeitem", { name: "Model" }));
  expect(names()).toEqual(["Model"]);
  await user.clear(screen.getByRole("searchbox", { name: "Search files" }));
  await waitFor(() => expect(names()).toEqual(["Model", "readme.txt12 B"]));
});

it("FileTree expands and collapses all folders", async () => {
  const user = renderTree();
  await user.click(screen.getByRole("button", { name: "Expand all" }));
  expect(names()).toHaveLength(4);
  await user.click(screen.getByRole("button", { name: "Collapse all" }));
  expect(names()).toHaveLength(2);
});

it("FileTree expands and collapses search results and resets this after the search", async () => {
  const user = renderTree();
  const search = screen.getByRole("searchbox", { name: "Search files" });
  await user.type(search, "model");
  await waitFor(() => expect(names()).toEqual(["Model"]));
  await user.click(screen.getByRole("button", { name: "Expand all" }));
  expect(names()).toEqual(["Model", "GIS", "a.hdf1.3 MB"]);
  await user.clear(search);
  await waitFor(() => expect(names()).toEqual(["Model", "readme.txt12 B"]));
  await user.type(search, "hdf");
  await waitFor(() => expect(names()).toEqual(["Model", "a.hdf1.3 MB"]));
  await user.click(screen.getByRole("button", { name: "Collapse all" }));
  expect(names()).toEqual(["Model"]);
});

it("FileTree prints all rows of open folders", async () => {
  const many = Array.from({ length: 300 }, (_, index) => ({ path: `${index}`, name: `file ${index}` }));
  render(<FileTree label="Files" nodes={many} />);
  expect(screen.queryByText("file 299")).toBeNull();
  await checkPrintedPage(() => {
    expect(names()).toHaveLength(300);
    for (const row of screen.getAllByRole("treeitem")) expect(row).not.toHaveStyle({ position: "absolute" });
  });
  expect(screen.queryByText("file 299")).toBeNull();
});

it("FileTree offers View for previewable files only", async () => {
  const onView = vi.fn();
  const previewable: TreeNode = { path: "a.png", name: "a.png", isPreviewable: true };
  const getHref = ({ path }: TreeNode) => path;
  render(<FileTree label="Files" nodes={[previewable, nodes[1]!]} getHref={getHref} onView={onView} />);
  await userEvent.setup().click(screen.getByRole("button", { name: "View a.png" }));
  expect(onView).toHaveBeenCalledWith(previewable);
  expect(screen.getAllByRole("button", { name: /^View/ })).toHaveLength(1);
});

it("FileTree offers all versions of a file in one row", async () => {
  const [older, newer] = ["v1", "v2"].map((version) => ({
    path: `${version}/a.hdf`,
    name: "a.hdf",
    version,
  }));
  const node = { ...newer!, versions: [newer!, older!] };
  render(
    <FileTree label="Files" nodes={[node]} getHref={({ path }) => `https://store.example.com/${path}`} />,
  );
  const getHref = () => screen.getByRole("link", { name: "a.hdf" }).getAttribute("href");
  expect(getHref()).toMatch(/v2\/a.hdf$/);
  await userEvent.setup().selectOptions(screen.getByRole("combobox", { name: "Version of a.hdf" }), "v1");
  expect(getHref()).toMatch(/v1\/a.hdf$/);
});

it("FileTree opens a file from another origin in a new tab", () => {
  renderTree(["Model/"]);
  expect(screen.getByRole("link", { name: "a.hdf" })).toHaveAttribute("target", "_blank");
});
