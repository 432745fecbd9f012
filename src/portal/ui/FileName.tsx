import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import type { TreeNode } from "./treeRows.ts";
import { visibleText } from "./visibleText.ts";

interface FileNameProps {
  node: TreeNode;
  href: string | undefined;
  tabIndex: number;
}

/** A file's or folder's name, a link where the file can be downloaded, and what is said beside it. */
export function FileName({ node, href, tabIndex }: FileNameProps) {
  const name = visibleText(node.name);
  return (
    <Box component="span" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: "anywhere" }}>
      {href === undefined ? (
        <bdi>{name}</bdi>
      ) : (
        <Link href={href} download={node.name} tabIndex={tabIndex} {...(isElsewhere(href) && away)}>
          <bdi>{name}</bdi>
        </Link>
      )}
      {node.note && (
        <Box component="span" sx={{ color: "text.secondary", fontSize: "0.875rem" }}>
          {" "}
          {node.note}
        </Box>
      )}
    </Box>
  );
}

/** A browser shows another server's file instead of downloading it: not in place of the portal. */
const away = { target: "_blank", rel: "noopener noreferrer" };

const isElsewhere = (href: string) => new URL(href, location.href).origin !== location.origin;
