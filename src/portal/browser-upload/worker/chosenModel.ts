import type { JsonObject } from "../../../contract/json.ts";
import { quoteName } from "../../../contract/model-folder/diagnostic.ts";
import { getFolderIdentifier, modelFolderName } from "../../../contract/model-folder/modelFolderNames.ts";
import { openLocalFolder, type LocalModel } from "../../../contract/models/sources/localModel.ts";
import { getFieldText, getSchema } from "../../../contract/schema/fields.ts";
import { planModelZip, type ModelZipPlan } from "../../../contract/uploads/planModelZip.ts";
import type { LocalSelection } from "../../model-report/localItems.ts";
import { openLocalModel, toLocalFile } from "../../model-report/openLocalModel.ts";
import { OpenModelError } from "./openModelError.ts";
import type { RememberedFile } from "./rememberedFiles.ts";
import type { TaskMember } from "./uploadTask.ts";

export interface AddedFiles {
  metadataFile: Blob;
  coverageFile?: Blob | undefined;
}

/** What will be sent of a chosen folder or zip. */
export interface ChosenModel {
  kind: "folder" | "zip";
  members: TaskMember[];
  zip?: File | undefined;
  fileCount: number;
  bytes: number;
  addedPaths: string[];
  junkPaths: string[];
  /** The chosen files as they are now, without those that the portal adds. Denied files are in no member. */
  files: RememberedFile[];
  model: LocalModel;
}

export interface RecordOfModel {
  recordId: string;
  metadata: JsonObject;
  isCorrection: boolean;
  /** Of an interrupted upload, whose metadata file is as old. Else the name follows from the metadata. */
  rootFolder?: string | undefined;
}

/** @throws InvalidZipError when the file is not a readable zip; OpenModelError when it is neither a zip nor in a folder */
export async function openChosenModel(
  selection: LocalSelection,
  record: RecordOfModel,
  added: AddedFiles,
): Promise<ChosenModel> {
  const zip = getChosenZip(selection);
  if (zip) return openZip(selection, zip);
  const [only, ...others] = selection.items;
  if (only && "file" in only && others.length === 0 && !only.path.includes("/"))
    throw new OpenModelError(
      `${quoteName(only.path)} is not a zip. Choose your model folder, or a file whose name ends in .zip.`,
    );
  const files = selection.items.flatMap((item) => ("file" in item ? [item] : []));
  const chosen = {
    files: files.map(({ path, file }) => ({
      ...{ path, size: file.size, modified: file.lastModified },
      content: file as Blob,
    })),
    emptyFolders: selection.items.flatMap((item) => ("isEmptyFolder" in item ? [item.path] : [])),
    deniedPaths: selection.items.flatMap((item) => ("isDenied" in item ? [item.path] : [])),
  };
  const rootFolder = record.rootFolder ?? buildRootFolder(record.metadata);
  const toAdded = (content: Blob) => ({ size: content.size, content });
  const plan = planModelZip(chosen, {
    ...{ rootFolder, identifier: getFolderIdentifier(rootFolder) },
    ...{ recordId: record.recordId, isCorrection: record.isCorrection },
    metadataFile: toAdded(added.metadataFile),
    ...(added.coverageFile && { coverageFile: toAdded(added.coverageFile) }),
  });
  return describePlan(plan);
}

function buildRootFolder(metadata: JsonObject): string {
  const schema = getSchema("metadata");
  const [identifier, title] = (["identifier", "title"] as const).map((role) =>
    getFieldText(schema, metadata, role),
  );
  return modelFolderName(identifier!, title!);
}

export const getChosenZip = ({ items }: LocalSelection): File | undefined => {
  const [only] = items;
  const isZip = only && items.length === 1 && "file" in only && /\.zip$/i.test(only.path);
  return isZip ? only.file : undefined;
};

async function openZip(selection: LocalSelection, zip: File): Promise<ChosenModel> {
  const model = await openLocalModel(selection);
  const entries = model.folder.entries.filter(({ isDirectory }) => !isDirectory);
  return {
    ...{ kind: "zip", members: [], zip, model, fileCount: entries.length, bytes: zip.size },
    ...{ addedPaths: [], junkPaths: [] },
    files: [{ path: zip.name, size: zip.size, modified: zip.lastModified }],
  };
}

function describePlan({ members, addedPaths, junkPaths, deniedPaths }: ModelZipPlan<Blob>): ChosenModel {
  const files = members.flatMap((member) =>
    member.content === undefined ? [] : [{ ...member, content: member.content }],
  );
  const emptyFolders = members.flatMap(({ path, content }) => (content ? [] : [path.slice(0, -1)]));
  const addedSet = new Set(addedPaths);
  const isAdded = (path: string) => addedSet.has(path.slice(path.indexOf("/") + 1));
  return {
    ...{ kind: "folder", members, addedPaths, junkPaths },
    fileCount: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    files: [
      ...files.flatMap(({ path, size, modified }) => (isAdded(path) ? [] : [{ path, size, modified }])),
      ...deniedPaths.map((path) => ({ path, size: 0, modified: 0, isDenied: true })),
    ],
    model: openLocalFolder(
      files.map(({ path, content, modified }) =>
        toLocalFile({ path, file: toFile(content, path, modified) }),
      ),
      emptyFolders,
    ),
  };
}

const toFile = (content: Blob, name: string, lastModified: number): File =>
  content instanceof File ? content : new File([content], name, { lastModified });
