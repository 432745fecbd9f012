import { coverageName, metadataFileName, REQUIRED_FOLDERS } from "./modelFolder.ts";
import { childrenOf, folded, type FolderChild, type FolderEntry } from "./modelFolderEntry.ts";
import { fault, quoted, type Finding } from "./modelFolderFinding.ts";

type Children = Map<string, FolderChild>;

/** Faults of what the model's folder must hold: its folders, the coverage geodatabase and the record's metadata. */
export function contentFaults(
  entries: FolderEntry[],
  base: string,
  expected: { identifier: string; recordId: string },
): Finding[] {
  const children = childrenOf(entries, base);
  const faults = [
    ...REQUIRED_FOLDERS.map((folder) => folderFault(children, base, folder)),
    coverageFault(entries, children, base, coverageName(expected.identifier)),
    metadataFault(entries, children, base, metadataFileName(expected.recordId)),
  ];
  return faults.filter((found) => found !== undefined);
}

function folderFault(
  children: Children,
  base: string,
  folder: (typeof REQUIRED_FOLDERS)[number],
): Finding | undefined {
  const path = base + folder.name;
  const found = children.get(folded(folder.name));
  if (found && !found.isFolder)
    return fault(
      `${quoted(path)} is a file, and must be a folder. Rename the file and make a folder of that name.`,
      path,
    );
  if (!found && folder.mayBeEmpty)
    return fault(
      `The folder ${quoted(path)} is missing. It must be in the zip even when it is empty. Many programs leave an ` +
        "empty folder out of the zip: put a small text file into it, such as readme.txt, and zip again.",
      path,
    );
  if (!found)
    return fault(
      `The folder ${quoted(path)} is missing. Make it, put the model's files into it, and zip again.`,
      path,
    );
  if (found.files > 0 || folder.mayBeEmpty) return undefined;
  return fault(
    `The folder ${quoted(path)} holds no files. Put the model's files into it and zip again.`,
    path,
  );
}

function coverageFault(
  entries: FolderEntry[],
  children: Children,
  base: string,
  name: string,
): Finding | undefined {
  const forms = [name, `${name}.zip`].flatMap((form) => children.get(folded(form)) ?? []);
  const faults = forms.map((form) => faultOfCoverage(entries, base + form.name, form));
  if (forms.length > 0) return faults.includes(undefined) ? undefined : faults[0];
  const like = [...children.values()].find((child) => /coverage|\.gdb(\.zip)?$/i.test(child.name));
  const remedy = like
    ? `Rename ${quoted(base + like.name)} if that is it, and zip again.`
    : "Put the geodatabase of the area the model covers there, zipped or as it is, and zip again.";
  return fault(`The coverage geodatabase ${quoted(base + name)} is missing. ${remedy}`, base + name);
}

function faultOfCoverage(
  entries: FolderEntry[],
  path: string,
  { isFolder, size }: FolderChild,
): Finding | undefined {
  if (!isFolder && size === 0)
    return fault(
      `The coverage geodatabase ${quoted(path)} is an empty file. Zip the geodatabase anew and replace it.`,
      path,
    );
  const hasTables = [...childrenOf(entries, `${path}/`).values()].some((child) =>
    /\.gdbtable$/i.test(child.name),
  );
  if (!isFolder || hasTables) return undefined;
  return fault(
    `The coverage geodatabase ${quoted(path)} is a folder without tables (files ending in .gdbtable directly in it). ` +
      "Copy the whole geodatabase into place and zip again.",
    path,
  );
}

function metadataFault(
  entries: FolderEntry[],
  children: Children,
  base: string,
  name: string,
): Finding | undefined {
  const path = base + name;
  const found = children.get(folded(name));
  if (found && !found.isFolder) return undefined;
  const elsewhere = entries.find(
    (entry) => !entry.isDirectory && folded(entry.path).split("/").at(-1) === folded(name),
  );
  const alike = [...children.values()].find((child) => /^metadata.*\.ya?ml/i.test(child.name));
  if (elsewhere)
    return fault(
      `The metadata file lies at ${quoted(elsewhere.path)}. Move it to ${quoted(path)} and zip again.`,
      elsewhere.path,
    );
  if (alike)
    return fault(
      `The metadata file ${quoted(path)} is missing; the folder holds ${quoted(alike.name)}. If that is this record's ` +
        `newest file, rename it to ${quoted(name)}; else download the metadata file again. Then zip again.`,
      path,
    );
  return fault(
    `The metadata file ${quoted(path)} is missing. Download it from this record's upload instructions, ` +
      "put it directly into that folder without renaming it, and zip again.",
    path,
  );
}
