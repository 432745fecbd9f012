import { expect, it } from "vitest";
import { getOtherText } from "../../../src/portal/record-parts/rejectionReasons.ts";

const createRejection = (content: string) => ({
  ...{ status: "rejected" as const, content, username: "agency1", date: "2026-03-05T15:00:00.000Z" },
  reasons: [
    { id: "1", text: "Send the report. " },
    { id: "2", kind: "file" as const, name: "a.hdf", text: "Ends early. " },
  ],
});

it("getOtherText is empty if the rejection only lists its reasons, also if their texts end with a space", () => {
  expect(getOtherText(createRejection("Send the report. \na.hdf: Ends early. "))).toBe("");
  expect(getOtherText(createRejection("Call us."))).toBe("Call us.");
});
