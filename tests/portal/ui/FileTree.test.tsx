import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect } from "react";
import { expect, it, vi } from "vitest";
import { FileTree } from "../../../src/portal/ui/tree/FileTree.tsx";
import { onPaper } from "../../support/onPaper.ts";
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

function renderTree(openAtFirst: string[] = []) {
  const hrefOf = ({ name }: TreeNode) => (name === "a.hdf" ? `https://store.example.com/${name}` : undefined);
  render(<FileTree label="Files" nodes={nodes} initiallyOpenPaths={openAtFirst} getHref={hrefOf} />);
  return userEvent.setup();
}

it("opens and closes folders on a click", async () => {
  const user = renderTree();
  expect(names()).toEqual(["Model", "readme.txt12 B"]);
  await user.click(screen.getByRole("treeitem", { name: "Model" }));
  expect(names()).toEqual(["Model", "GIS", "a.hdf1.3 MB", "readme.txt12 B"]);
  expect(screen.getByRole("treeitem", { name: "Model" })).toHaveAttribute("aria-expanded", "true");
  await user.click(screen.getByRole("treeitem", { name: "Model" }));
  expect(names()).toEqual(["Model", "readme.txt12 B"]);
});

it("shows folders open that are to be open at first, and links files that can be had", () => {
  renderTree(["Model/"]);
  expect(screen.getByRole("link", { name: "a.hdf" })).toHaveAttribute(
    "href",
    "https://store.example.com/a.hdf",
  );
  expect(screen.queryByRole("link", { name: "readme.txt" })).toBeNull();
});

it("loses no key that is pressed while it is drawn anew", () => {
  /** A key comes once the tree was drawn again, before anything that follows a drawing. */
  function Drawn({ again = false }) {
    useLayoutEffect(() => {
      const key = new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true });
      if (again) document.activeElement?.dispatchEvent(key);
    }, [again]);
    return <FileTree label="Files" nodes={nodes} />;
  }
  const { rerender } = render(<Drawn />);
  screen.getByRole("treeitem", { name: "Model" }).focus();
  rerender(<Drawn again />);
  expect(focused()).toBe("readme.txt12 B");
});

it("is walked by the arrow keys", async () => {
  const user = renderTree();
  screen.getByRole("treeitem", { name: "Model" }).focus();
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

it("opens a folder and follows a file's link with Enter", async () => {
  const follow = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const user = renderTree();
  screen.getByRole("treeitem", { name: "Model" }).focus();
  await user.keyboard("{Enter}{ArrowDown}{ArrowDown}{Enter}");
  expect(focused()).toBe("a.hdf1.3 MB");
  expect(follow).toHaveBeenCalledOnce();
});

it("tells how deep and at which place each row stands", () => {
  renderTree(["Model/"]);
  const row = screen.getByRole("treeitem", { name: /a\.hdf/ });
  expect(row).toHaveAttribute("aria-level", "2");
  expect(row).toHaveAttribute("aria-posinset", "2");
  expect(row).toHaveAttribute("aria-setsize", "2");
});

it("opens all folders beside the current one with an asterisk, and goes to the name whose letters are typed", async () => {
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
  screen.getByRole("treeitem", { name: "Alpha" }).focus();
  await user.keyboard("*");
  expect(names()).toEqual(["Alpha", "inner", "Beta", "deep", "gauge.txt", "gis.txt"]);
  await user.keyboard("g");
  expect(focused()).toBe("gauge.txt");
  await user.keyboard("i");
  expect(focused()).toBe("gis.txt");
  await user.keyboard("{Home}{End}");
  expect(focused()).toBe("gis.txt");
});

it("is searched: what matches shows with the folders that lead to it, and how many there are is said", async () => {
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

it("opens and closes all folders at once", async () => {
  const user = renderTree();
  await user.click(screen.getByRole("button", { name: "Expand all" }));
  expect(names()).toHaveLength(4);
  await user.click(screen.getByRole("button", { name: "Collapse all" }));
  expect(names()).toHaveLength(2);
});

it("opens and closes all folders of what a search leaves, and forgets it with the search", async () => {
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

it("is whole on paper: every row of the folders that are open", async () => {
  const many = Array.from({ length: 300 }, (_, index) => ({ path: `${index}`, name: `file ${index}` }));
  render(<FileTree label="Files" nodes={many} />);
  expect(screen.queryByText("file 299")).toBeNull();
  await onPaper(() => {
    expect(names()).toHaveLength(300);
    for (const row of screen.getAllByRole("treeitem")) expect(row).not.toHaveStyle({ position: "absolute" });
  });
  expect(screen.queryByText("file 299")).toBeNull();
});

it("offers to look at files that can be looked at", async () => {
  const onView = vi.fn();
  const viewable: TreeNode = { path: "a.png", name: "a.png", isPreviewable: true };
  const hrefOf = ({ path }: TreeNode) => path;
  render(<FileTree label="Files" nodes={[viewable, nodes[1]!]} getHref={hrefOf} onView={onView} />);
  await userEvent.setup().click(screen.getByRole("button", { name: "View a.png" }));
  expect(onView).toHaveBeenCalledWith(viewable);
  expect(screen.getAllByRole("button", { name: /^View/ })).toHaveLength(1);
});

it("keeps the file of another server out of the portal's own window", () => {
  renderTree(["Model/"]);
  expect(screen.getByRole("link", { name: "a.hdf" })).toHaveAttribute("target", "_blank");
});
