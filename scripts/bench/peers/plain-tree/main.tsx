import { RichTreeView } from "@mui/x-tree-view/RichTreeView";
import { createRoot } from "react-dom/client";

interface Item {
  id: string;
  label: string;
  children?: Item[];
}

/** The files of a model in MUI X's own tree view, as its documentation begins. */
const items = (await (await fetch("/data/tree")).json()) as Item[];

createRoot(document.getElementById("root")!).render(<RichTreeView items={items} />);
