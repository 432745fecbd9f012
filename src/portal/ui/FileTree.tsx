import { useState } from "react";
import List from "@mui/material/List";
import { FileTreeRow } from "./FileTreeRow.tsx";
import { treeRows, type TreeNode } from "./treeRows.ts";
import { useTreeKeys } from "./useTreeKeys.ts";

interface FileTreeProps {
  label: string;
  nodes: TreeNode[];
  /** Paths of the folders that are open at first. */
  openAtFirst?: string[];
}

/** Files and folders as a tree that opens and closes, by mouse and by keyboard. */
export function FileTree({ label, nodes, openAtFirst = [] }: FileTreeProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(openAtFirst));
  const rows = treeRows(nodes, open);
  const toggle = ({ path }: TreeNode) =>
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(path)) after.add(path);
      return after;
    });
  const isOpen = ({ path }: TreeNode) => open.has(path);
  const keys = useTreeKeys({ rows, isOpen, toggle });
  return (
    <List role="tree" aria-label={label} component="div" disablePadding onKeyDown={keys.onKeyDown}>
      {rows.map((row) => (
        <FileTreeRow
          key={row.node.path}
          row={row}
          isOpen={isOpen(row.node)}
          isCurrent={keys.isCurrent(row.node)}
          rowRef={keys.rowRef(row.node.path)}
          onToggle={() => toggle(row.node)}
          onFocus={() => keys.onFocus(row.node)}
        />
      ))}
    </List>
  );
}
