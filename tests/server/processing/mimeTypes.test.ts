import { expect, it } from "vitest";
import { getMimeType } from "../../../src/server/processing/mimeTypes.ts";

it.each([
  ["a/Report.PDF", "application/pdf"],
  ["a/flow.csv", "text/csv"],
  ["a/index.html", "text/plain"],
  ["a/map.svg", "text/plain"],
  ["a/script.js", "text/plain"],
  ["a/model.g01", "application/octet-stream"],
  ["a.pdf/noextension", "application/octet-stream"],
  ["a/x.constructor", "application/octet-stream"],
])("maps the file name %s to the MIME type %s", (path, type) => {
  expect(getMimeType(path)).toBe(type);
});
