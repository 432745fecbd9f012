import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getFieldNameByRole, getSchema } from "../../../src/contract/schema/fields.ts";
import { listRecordDifferences } from "../../../src/contract/uploads/recordDifferences.ts";

const schema = getSchema("metadata");
const field = getFieldNameByRole(schema, "documents");

const compare = (documents: string[], paths: string[]) =>
  listRecordDifferences(schema, { [field]: documents } as JsonObject, { paths });

describe("documents that a record names", () => {
  const paths = ["Supporting/Creek_Report.pdf", "Model_Files/Creek.prj"];

  it("are missing if no delivered file has their name", () => {
    expect(compare(["Creek_Report.pdf", "readme.txt", "Notes.docx"], paths)).toEqual([
      {
        source: "files",
        field,
        text: "Send these missing files, or remove their names: readme.txt, Notes.docx.",
        isBlocking: true,
      },
    ]);
  });

  it.each([
    "creek_report.PDF",
    "Supporting/Creek_Report.pdf",
    "C:\\Reports\\Creek_Report.pdf",
    "Creek_Report",
  ])("are found by the file name of %s", (name) => expect(compare([name], paths)).toEqual([]));

  it("are missing if only their extension differs", () => {
    expect(compare(["Creek_Report.docx"], paths)).toHaveLength(1);
  });

  it("are not compared while there is no list of files", () => {
    expect(compare(["Creek_Report.pdf"], [])).toEqual([]);
  });
});
