import { fault, type Finding } from "../../../contract/model-folder/modelFolderFinding.ts";

/** An upload that cannot become part of its record, said in words for the vendor. Trying again would not help. */
export class UploadFault extends Error {
  override readonly name = "UploadFault";
  readonly findings: Finding[];

  constructor(findings: Finding[] | string) {
    const list = typeof findings === "string" ? [fault(findings)] : findings;
    super(list.map(({ text }) => text).join("\n"));
    this.findings = list;
  }
}
