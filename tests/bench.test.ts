import { describe, expect, it } from "vitest";
import { largestMetadata } from "../scripts/dev/bench/largestMetadata.ts";
import { median } from "../scripts/dev/bench/median.ts";
import { PARTS, readOptions } from "../scripts/dev/bench/options.ts";
import { createPeerData } from "../scripts/dev/bench/peerData.ts";
import { createSamples, type Samples } from "../scripts/dev/bench/samples.ts";
import { markdownOf } from "../scripts/dev/bench/table.ts";
import { processingTable } from "../scripts/dev/bench/uploadTables.ts";
import { validateEntity } from "../src/contract/rules/validateEntity.ts";
import type { JsonObject } from "../src/contract/json.ts";
import { getSchema } from "../src/contract/schema/fields.ts";
import { validators } from "../src/contract/generated/validators.ts";
import { someReferences } from "./support/references.ts";

describe("the median", () => {
  it("is the middle of an odd number of samples, whatever their order", () => {
    expect(median([900, 1, 10])).toBe(10);
  });

  it("is the mean of the two in the middle of an even number", () => {
    expect(median([4, 1, 100, 2])).toBe(3);
  });

  it("leaves the samples in their order", () => {
    const samples = [3, 1, 2];
    median(samples);
    expect(samples).toEqual([3, 1, 2]);
  });

  it("refuses to make a number of nothing", () => {
    expect(() => median([])).toThrow("no median of nothing");
  });
});

describe("the samples", () => {
  it("become a cell of their median, thousands apart", () => {
    const samples = createSamples();
    samples.add("open", 1200, 9000);
    samples.add("open", 1500.4);
    expect(samples.cell("open")).toBe("1,500");
    expect(samples.cell("open", 1)).toBe("1,500.4");
  });

  it("show a dash for what was not measured", () => {
    expect(createSamples().cell("nothing")).toBe("–");
  });
});

describe("the table of processing", () => {
  const size = { name: "20 MB", files: 1, bytes: 1 };
  const row = (samples: Samples) => processingTable(samples, [size]).rows.at(-1);

  it("says plainly whether the memory stayed within its limit in every run", () => {
    const samples = createSamples();
    expect(row(samples)).toEqual(["Memory over idle below 300 MB in every run", "–"]);
    samples.add("20 MB grown", 120, 299.9);
    expect(row(samples)?.[1]).toBe("yes");
    samples.add("20 MB grown", 300);
    expect(row(samples)?.[1]).toBe("no");
  });
});

describe("a table", () => {
  it("is Markdown whose columns line up, words to the left and numbers to the right", () => {
    const table = { title: "Speed", note: "In ms.", columns: ["", "Portal"], rows: [["Open | close", "7"]] };
    expect(markdownOf(table)).toBe(
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
});

describe("the options", () => {
  it("are all parts where none is named", () => {
    expect(readOptions([])).toEqual({ parts: [...PARTS], runs: 5 });
  });

  it("are the named parts, the runs and the file", () => {
    expect(readOptions(["home", "form", "--runs", "2", "--json", "out.json"])).toEqual({
      parts: ["form", "home"],
      runs: 2,
      json: "out.json",
    });
  });

  it("leave 16 GB out unless they are asked for", () => {
    expect(readOptions(["upload"])).toEqual({ parts: ["upload"], runs: 5 });
    expect(readOptions(["upload", "--large"]).large).toBe(true);
  });

  it.each([["speed"], ["--runs", "0"], ["--runs", "many"], ["--nothing"]])("refuse %s %s", (...args) => {
    expect(() => readOptions(args)).toThrow();
  });
});

describe("the largest record", () => {
  const given = { extent: "0_extent.gdb.zip", contacts: [{ contactId: "1", roleId: "1" }] };
  const largest = largestMetadata(given, someReferences());

  it("breaks no rule", () => {
    expect(validateEntity(getSchema("metadata"), validators.metadata, largest, someReferences())).toEqual([]);
  });

  it("holds 200 hydrologic units and texts of 10,000 characters", () => {
    const values = Object.values(largest);
    expect(values.some((value) => Array.isArray(value) && value.length === 200)).toBe(true);
    expect(values.filter((value) => typeof value === "string" && value.length === 10_000)).not.toEqual([]);
  });
});

describe("the peers' list", () => {
  const data = createPeerData();
  data.lists.set("few", [{ title: "Pecan Branch" }, { title: "Denton Creek" }, { title: "Denton Dam" }]);
  const ask = (query: Record<string, unknown>) => {
    const asked = Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]);
    const search = new URLSearchParams(Object.fromEntries(asked) as Record<string, string>);
    return data.answering(new URL(`http://peer/data/lists/few/records?${search}`), "GET");
  };

  it("is answered by pages, with how many there are", () => {
    expect(ask({ range: [0, 1] })).toEqual({
      headers: { "content-range": "records 0-1/3" },
      body: [{ title: "Pecan Branch" }, { title: "Denton Creek" }] satisfies JsonObject[],
    });
  });

  it("is searched by title, whatever the case", () => {
    expect(ask({ filter: { q: "denton d" }, range: [0, 24] })?.body).toEqual([{ title: "Denton Dam" }]);
  });

  it("answers one record by its id", () => {
    data.lists.set("one", [{ id: 1, title: "Pecan Branch" }]);
    const record = (id: number) => data.answering(new URL(`http://peer/data/lists/one/records/${id}`), "GET");
    expect(record(1)?.body).toEqual({ id: 1, title: "Pecan Branch" });
    expect(record(2)).toBeUndefined();
  });

  it("is not there under another name", () => {
    expect(data.answering(new URL("http://peer/data/lists/none/records"), "GET")).toBeUndefined();
  });
});
