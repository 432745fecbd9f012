import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { FileTree } from "../../../src/portal/ui/FileTree.tsx";
import type { TreeNode } from "../../../src/portal/ui/treeRows.ts";

const nodes: TreeNode[] = [
  {
    path: "Model/",
    name: "Model",
    children: [
      { path: "Model/GIS/", name: "GIS", children: [] },
      { path: "Model/a.hdf", name: "a.hdf", size: 1_250_000, href: "https://store.example.com/a.hdf" },
    ],
  },
  { path: "readme.txt", name: "readme.txt", size: 12 },
];

const names = () => screen.getAllByRole("treeitem").map((item) => item.textContent);
const focused = () => document.activeElement?.textContent;

function renderTree(openAtFirst: string[] = []) {
  render(<FileTree label="Files" nodes={nodes} openAtFirst={openAtFirst} />);
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

it("is walked by the arrow keys", async () => {
  const user = renderTree();
  await user.tab();
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
  await user.tab();
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
