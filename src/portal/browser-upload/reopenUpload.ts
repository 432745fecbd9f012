import type { LocalItem } from "../model-report/listing/listHandles.ts";
import type { LocalSelection } from "../model-report/localItems.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import type { ChosenModel } from "./chosenModel.ts";
import { listChangedPaths, listDeniedPaths } from "./rememberedFiles.ts";
import type { StoredUpload } from "./uploadStorage.ts";

/** Its message is written for the vendor. */
export class ReopenError extends Error {
  override readonly name = "ReopenError";

  constructor(
    message: string,
    /** The vendor must choose the folder or zip again. */
    readonly mustChoose = false,
  ) {
    super(message);
  }
}

/** The files of an interrupted upload as they are now. */
export interface ReopenedModel {
  chosen: ChosenModel;
  /** New, missing or different. */
  changedPaths: string[];
  /** Denied now and not left out before. */
  deniedPaths: string[];
}

/** @throws ReopenError, or InvalidZipError when the file is not a readable zip */
export async function reopenUpload(
  selection: LocalSelection,
  stored: Omit<StoredUpload, "ticket">,
  record: RecordRow,
): Promise<ReopenedModel> {
  const { getChosenZip, openChosenModel } = await import("./chosenModel.ts");
  const { recordId, kind, metadataFile = new Blob(), coverageFile, correction, files, leftOutPaths } = stored;
  const isRootDenied = ({ path, ...item }: LocalItem) => "isDenied" in item && !path.includes("/");
  if (selection.items.length > 0 && selection.items.every(isRootDenied))
    throw new ReopenError(
      `The ${kind} cannot be opened. It may have been moved, renamed or locked by a program. Choose it again.`,
      true,
    );
  const isZip = getChosenZip(selection) !== undefined;
  if (selection.items.length === 0 || isZip !== (kind === "zip"))
    throw new ReopenError(`Choose the same ${kind}.`);
  const chosen = await openChosenModel(
    selection,
    {
      ...{ recordId, metadata: record.currentMetadata, isCorrection: correction !== undefined },
      // Paths of a folder start with the root folder.
      rootFolder: files[0]?.path.split("/", 1)[0],
    },
    { metadataFile, coverageFile },
  );
  const knownPaths = new Set([...leftOutPaths, ...listDeniedPaths(files)]);
  const deniedPaths = listDeniedPaths(chosen.files).filter((path) => !knownPaths.has(path));
  const ignoredPaths = new Set([...leftOutPaths, ...deniedPaths]);
  const isCompared = ({ path }: { path: string }) => !ignoredPaths.has(path);
  return {
    chosen,
    changedPaths: listChangedPaths(files.filter(isCompared), chosen.files.filter(isCompared)),
    deniedPaths,
  };
}
