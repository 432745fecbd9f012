import { describe, expect, it } from "vitest";
import { buildModelReport } from "../../../src/contract/models/buildModelReport.ts";
import { recognizeFile } from "../../../src/contract/models/recognizeFile.ts";
import { decodeText } from "../../../src/contract/models/textLines.ts";
import { modelSource } from "../../support/modelTexts.ts";

const MEGABYTE = 1024 * 1024;

const GRID = "|Gridded DSS Filename=";

/** By file name: the start that the reader expects, the worst text to repeat, and how it ends. */
const WORST_TEXTS: [name: string, start: string, repeated: string, end?: string][] = [
  ["a.rasmap", "<RASMapper ", "<", ">"],
  ["a.rasmap", "<RASMapper ", "<SourceFilename", ">"],
  ["a.rasmap", "<RASMapper ", "> Filename="],
  ["a.vrt", "<VRTDataset>", "<SourceFilename>"],
  ["a.prj", "Proj Title=a\nDSS File=", "."],
  ["a.prj", "PROJCS", " "],
  ["a.projection", " ", " "],
  ["a.p01", "Plan Title=a\nSimulation Date=", ","],
  ["a.p01", "Plan Title=a\nProgram Version=", "1"],
  ["a.u01", "Flow Title=a\nMet BC=", GRID, "\u2028x"],
  ["a.f01", "Flow Title=a\n", " DSS File"],
  ["a.g01", "Geom Title=a\nReach XY=", ","],
  ["a.g01", "Geom Title=a\n", "Reach XY=9\n1\n"],
  ["a.hms", "Project: a\n", "B:\n"],
  ["a.basin", "Basin: a\nLast Modified Date:", " "],
  ["a.basin", "Basin: a\n", " Filename:b\n"],
  ["a.gage", "Gage Manager: a\n", "A:\n File:b\n"],
  ["a.inp", "[OPTIONS]\n", "a "],
  ["a.inp", "[RAINGAGES]\n", " USE"],
  ["a.inp", "[COORDINATES]\n", "1 "],
];

describe("the time to read a file", () => {
  it.each(WORST_TEXTS)(
    "grows linearly for %s that starts with %j and repeats %j",
    (name, start, repeated, end = "") => {
      const readFile = (bytes: number) => {
        const text = start + repeated.repeat((bytes - start.length) / repeated.length) + end;
        const encoded = new TextEncoder().encode(text);
        const { user } = process.cpuUsage();
        try {
          recognizeFile(name)!.readText!(decodeText(encoded), name);
        } catch (error) {
          expect(error).toMatchObject({ name: "Unreadable" });
        }
        return process.cpuUsage({ user, system: 0 }).user;
      };
      readFile(MEGABYTE / 4);
      const small = Math.max(10_000, readFile((20 * MEGABYTE) / 32));
      // A file 32 times as large takes 1,024 times as long in a quadratic reader.
      expect(readFile(20 * MEGABYTE) / small).toBeLessThan(200);
    },
  );
});

describe("the report of a small model that names hundreds of thousands of files", () => {
  const project = (count: number) =>
    `Proj Title=a\n${Array.from({ length: count }, (_, at) => `DSS File=f${at}.dss\n`).join("")}`;
  const listNotes = (findings: { severity: string; text: string }[]) =>
    findings.filter(({ text }) => text.includes("left out")).map(({ text }) => text);

  it("lists the first references of each file and says how many more there are", async () => {
    const report = await buildModelReport(modelSource({ "a.prj": project(230_000) }));
    expect(report.references).toHaveLength(5000);
    expect(report.totals.references).toBe(230_000);
    expect(listNotes(report.findings)).toEqual([
      "The report lists 5,000 of 230,000 references; 225,000 more are left out.",
    ]);
  });

  it("stays small with many files", async () => {
    const names = Array.from({ length: 50 }, (_, at) => `${"deep/".repeat(100)}${at}.prj`);
    const report = await buildModelReport(
      modelSource(Object.fromEntries(names.map((name) => [name, project(5000)]))),
    );
    expect(report.totals.references).toBe(250_000);
    expect(JSON.stringify(report).length).toBeLessThan(10_000_000);
    expect(listNotes(report.findings)).toHaveLength(1);
  });
});
