import { childrenOf, folded, type FolderChild, type FolderEntry } from "./modelFolderEntry.ts";
import { fault, quoted, shortened, type Finding } from "./modelFolderFinding.ts";
import { REQUIRED_FOLDERS } from "./modelFolder.ts";
import { modelFolderTexts as texts, said } from "./modelFolderTexts.ts";

export interface RootSearch {
  /** The path, ending with a slash, of what is most likely the model's folder; "" for the zip's top level. */
  base?: string;
  faults: Finding[];
}

/**
 * Looks for the one folder a zip must hold, comparing its name without case. Where it is wrongly named or placed, the
 * fault says so and `base` is still where the model lies, so that the other faults can be told at the same time.
 */
export function findRoot(entries: FolderEntry[], rootName: string): RootSearch {
  const top = childrenOf(entries, "");
  const root = top.get(folded(rootName));
  if (top.size === 0) return { faults: [fault(isEmpty(rootName))] };
  if (root?.isFolder) return { base: `${root.name}/`, faults: besides(top, root) };
  if (REQUIRED_FOLDERS.some(({ name }) => top.get(folded(name))?.isFolder))
    return { base: "", faults: [fault(isContentsOnly(rootName))] };
  const folders = [...top.values()].filter((child) => child.isFolder);
  const [only] = folders;
  if (!only || folders.length > 1) return { faults: [fault(isMissing(rootName, top))] };
  return underWrongName(entries, only, rootName, besides(top, only));
}

function underWrongName(
  entries: FolderEntry[],
  only: FolderChild,
  rootName: string,
  others: Finding[],
): RootSearch {
  const inner = childrenOf(entries, `${only.name}/`).get(folded(rootName));
  const isNested = inner?.isFolder === true;
  const text = isNested ? isTooDeep(only.name, inner.name) : isMisnamed(only.name, rootName);
  const base = isNested ? `${only.name}/${inner.name}/` : `${only.name}/`;
  return { base, faults: [fault(text, only.name), ...others] };
}

function besides(top: Map<string, FolderChild>, root: FolderChild): Finding[] {
  const others = [...top.values()].filter((child) => child !== root);
  const text = (name: string) => said(texts.beside, { entry: quoted(name), other: quoted(root.name) });
  return shortened(others.map(({ name }) => fault(text(name), name)));
}

const isEmpty = (rootName: string) => said(texts.noFiles, { root: quoted(rootName) });

const isContentsOnly = (rootName: string) => said(texts.contentsOnly, { root: quoted(rootName) });

const isTooDeep = (outer: string, inner: string) =>
  said(texts.tooDeep, { inner: quoted(inner), entry: quoted(outer) });

const isMisnamed = (name: string, rootName: string) =>
  said(texts.misnamed, { entry: quoted(name), root: quoted(rootName) });

const isMissing = (rootName: string, top: Map<string, FolderChild>) => {
  const names = [...top.values()].slice(0, 3).map(({ name }) => quoted(name));
  const others = top.size > 3 ? said(texts.noRootOthers, { more: top.size - 3 }) : "";
  return said(texts.noRoot, { root: quoted(rootName), names: names.join(", "), others });
};
