import type { ContestedFile } from "./contestedFiles.ts";
import type { UploadConflict } from "./generated/entities.ts";

/** The version chosen of each contested file: conflict number to upload id. Files left out are not decided. */
export type VersionChoices = ReadonlyMap<number, string>;

/** What a choice does, said before it is made. */
export interface ConflictOutcome {
  /** The version that stays, for each file decided. */
  kept: UploadConflict[];
  /** The versions that are archived; undoing brings them back. */
  putAside: UploadConflict[];
  /** The files between whose versions somebody still has to choose. */
  open: ContestedFile[];
}

/** What choosing these versions does. A choice of a version that is not there decides nothing. */
export function outcomeOf(files: ContestedFile[], choices: VersionChoices): ConflictOutcome {
  const outcome: ConflictOutcome = { kept: [], putAside: [], open: [] };
  for (const file of files) {
    const chosen = choices.get(file.conflictNumber);
    const winner = file.versions.find(({ uploadId }) => uploadId === chosen);
    if (!winner) {
      outcome.open.push(file);
      continue;
    }
    outcome.kept.push(winner);
    for (const version of file.versions) if (version !== winner) outcome.putAside.push(version);
  }
  return outcome;
}

/** What choosing a whole upload chooses: its version of each contested file it holds. */
export function choicesOfUpload(files: ContestedFile[], uploadBatchId: string): VersionChoices {
  return choicesBy(files, ({ versions }) =>
    versions.find((version) => version.uploadBatchId === uploadBatchId),
  );
}

/** Every choice that stands, and the newest version of each file not decided. */
export function newestForTheRest(files: ContestedFile[], choices: VersionChoices): VersionChoices {
  return choicesBy(
    files,
    ({ conflictNumber, versions }) =>
      versions.find(({ uploadId }) => uploadId === choices.get(conflictNumber)) ?? versions[0],
  );
}

/** The choices that still make sense when the conflicts have changed. */
export function standingChoices(files: ContestedFile[], choices: VersionChoices): VersionChoices {
  return choicesBy(files, ({ conflictNumber, versions }) =>
    versions.find(({ uploadId }) => uploadId === choices.get(conflictNumber)),
  );
}

function choicesBy(
  files: ContestedFile[],
  choose: (file: ContestedFile) => UploadConflict | undefined,
): VersionChoices {
  const choices = new Map<number, string>();
  for (const file of files) {
    const version = choose(file);
    if (version) choices.set(file.conflictNumber, version.uploadId);
  }
  return choices;
}
