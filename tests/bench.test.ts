import { describe, expect, it } from "vitest";
import { buildLargestMetadata } from "../scripts/dev/bench/largestRecord.ts";
import { parseBenchOptions, PARTS } from "../scripts/dev/bench/options.ts";
import { createPeerData } from "../scripts/dev/bench/peerServer.ts";
import { buildTable, createSamples, formatTable, formatValue, median } from "../scripts/dev/bench/results.ts";
import { validateEntity } from "../src/contract/rules/validateEntity.ts";
import type { JsonObject } from "../src/contract/json.ts";
import { getSchema } from "../src/contract/schema/fields.ts";
import { validators } from "../src/contract/generated/validators.ts";
import { someReferences } from "./support/references.ts";

describe("median", () => {
  it("is the middle of an odd number of values", () => {
    expect(median([900, 1, 10])).toBe(10);
  });

  it("is the mean of the two middle values of an even number", () => {
    expect(median([4, 1, 100, 2])).toBe(3);
  });

  it("does not reorder the values", () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it("throws without values", () => {
    expect(() => median([])).toThrow("median of no values");
  });
});

describe("formatValue", () => {
  it("formats the median with thousands separators", () => {
    expect(formatValue([1200, 9000, 1500.4])).toBe("1,500");
    expect(formatValue([1200, 9000, 1500.4], 1)).toBe("1,500.4");
  });

  it("formats a percentile", () => {
    const values = Array.from({ length: 200 }, (_, index) => index);
    expect(formatValue(values, 0, 99)).toBe("198");
  });

  it("shows a dash without values", () => {
    expect(formatValue([])).toBe("–");
  });
});

it("builds a table of the samples of each column and row", () => {
  const samples = createSamples();
  samples.add("portal open", 1200, 9000);
  samples.add("portal open", 1500.4);
  const rows = [{ label: "Open", key: "open" }];
  expect(buildTable(samples, { Portal: "portal", Peer: "peer" }, { title: "Speed", rows })).toEqual({
    title: "Speed",
    columns: ["", "Portal", "Peer"],
    rows: [["Open", "1,500", "–"]],
  });
});

it("formats a table as Markdown with words aligned left and numbers aligned right", () => {
  const table = { title: "Speed", note: "In ms.", columns: ["", "Portal"], rows: [["Open | close", "7"]] };
  expect(formatTable(table)).toBe(
    [
      "## Speed",
      "",
      "In ms.",
      "",
      "|               | Portal |",
      "| ------------- | -----: |",
      "| Open \\| close |      7 |",
    ].join("\n"),
  );
});

describe("options of npm run bench", () => {
  it("include all parts by default", () => {
    expect(parseBenchOptions([])).toEqual({ parts: [...PARTS], runs: 5 });
  });

  it("include the given parts, runs and file", () => {
    expect(parseBenchOptions(["home", "form", "--runs", "2", "--json", "out.json"])).toEqual({
      parts: ["form", "home"],
      runs: 2,
      json: "out.json",
    });
  });

  it("include 16 GB only with --large", () => {
    expect(parseBenchOptions(["upload"])).toEqual({ parts: ["upload"], runs: 5 });
    expect(parseBenchOptions(["upload", "--large"]).large).toBe(true);
  });

  it("include the size of the folder that the browser uploads", () => {
    expect(parseBenchOptions(["browser-upload", "--megabytes", "50"]).uploadMegabytes).toBe(50);
    expect(parseBenchOptions(["browser-upload"]).uploadMegabytes).toBeUndefined();
  });

  it.each([["speed"], ["--runs", "0"], ["--runs", "many"], ["--nothing"], ["--megabytes", "-1"]])(
    "reject %s %s",
    (...args) => {
      expect(() => parseBenchOptions(args)).toThrow();
    },
  );
});

describe("the largest record of the benchmark", () => {
  const stored = { extent: "0_extent.gdb.zip", contacts: [{ contactId: "1", roleId: "1" }] };
  const largest = buildLargestMetadata(stored, someReferences());

  it("is valid", () => {
    expect(validateEntity(getSchema("metadata"), validators.metadata, largest, someReferences())).toEqual([]);
  });

  it("has 200 hydrologic units and texts of 10,000 characters", () => {
    const values = Object.values(largest);
    expect(values.some((value) => Array.isArray(value) && value.length === 200)).toBe(true);
    expect(values.filter((value) => typeof value === "string" && value.length === 10_000)).not.toEqual([]);
  });
});

describe("the server for the compared frameworks", () => {
  const data = createPeerData();
  data.lists.set("few", [{ title: "Pecan Branch" }, { title: "Denton Creek" }, { title: "Denton Dam" }]);
  const request = (query: Record<string, unknown>) => {
    const parameters = Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]);
    const search = new URLSearchParams(Object.fromEntries(parameters) as Record<string, string>);
    return data.respond(new URL(`http://peer/data/lists/few/records?${search}`), "GET");
  };

  it("returns the requested page of a list and the total", () => {
    expect(request({ range: [0, 1] })).toEqual({
      headers: { "content-range": "records 0-1/3" },
      body: [{ title: "Pecan Branch" }, { title: "Denton Creek" }] satisfies JsonObject[],
    });
  });

  it("searches titles without regard to case", () => {
    expect(request({ filter: { q: "denton d" }, range: [0, 24] })?.body).toEqual([{ title: "Denton Dam" }]);
  });

  it("returns one record by its id", () => {
    data.lists.set("one", [{ id: 1, title: "Pecan Branch" }]);
    const record = (id: number) => data.respond(new URL(`http://peer/data/lists/one/records/${id}`), "GET");
    expect(record(1)?.body).toEqual({ id: 1, title: "Pecan Branch" });
    expect(record(2)).toBeUndefined();
  });

  it("returns nothing for an unknown list", () => {
    expect(data.respond(new URL("http://peer/data/lists/none/records"), "GET")).toBeUndefined();
  });
});
