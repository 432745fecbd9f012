import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { fillUploadScript, type UploadTicket } from "../../src/contract/uploads/uploadScript.ts";

const aTicket = (overrides: Partial<UploadTicket> = {}): UploadTicket => ({
  prefix: "https://store.example.com/ms2/twdb-region-03/6f0c/",
  query: "sv=2021-12-02&sig=a%2Bb",
  blobName: "model.zip",
  folder: "twdb-region-03/6f0c",
  uploadToken: "token",
  completeAddress: "https://portal.example.com/api/vendors/upload-complete",
  azcopyAddress: {
    linux: "https://l.example.com",
    mac: "https://m.example.com",
    windows: "https://w.example.com",
  },
  expires: "2026-11-28T12:00:00Z",
  recordId: "42",
  title: "Denton Creek",
  ...overrides,
});

const names = [
  "FOLDER",
  "ADDRESS",
  "UPLOAD_TOKEN",
  "COMPLETE_ADDRESS",
  "EXPIRES",
  "AZCOPY_LINUX",
  "AZCOPY_MAC",
  "AZCOPY_WINDOWS",
  "MODEL",
];
const aTemplate = (placeholders = names) => placeholders.map((name) => `${name}='@@${name}@@'\n`).join("");

/** Values of the bash variables after the filled template ran. */
function readByBash(script: string): string[] {
  const print = `${script}printf '%s\\0' ${names.map((name) => `"$${name}"`).join(" ")}`;
  return spawnSync("bash", ["-c", print], { encoding: "utf8" }).stdout.split("\0").slice(0, -1);
}

describe("fillUploadScript", () => {
  it("fills in every value of the ticket", () => {
    expect(readByBash(fillUploadScript(aTemplate(), aTicket(), "bash"))).toEqual([
      "twdb-region-03/6f0c",
      "https://store.example.com/ms2/twdb-region-03/6f0c/model.zip?sv=2021-12-02&sig=a%2Bb",
      "token",
      "https://portal.example.com/api/vendors/upload-complete",
      "2026-11-28T12:00:00Z",
      "https://l.example.com",
      "https://m.example.com",
      "https://w.example.com",
      "Denton Creek (record 42)",
    ]);
  });

  it("starts with a byte order mark for PowerShell only", () => {
    expect(fillUploadScript(aTemplate(), aTicket(), "powershell")).toMatch(/^\uFEFFFOLDER=/);
    expect(fillUploadScript(aTemplate(), aTicket(), "bash")).toMatch(/^FOLDER=/);
  });

  it("leaves the AzCopy addresses empty when there are none", () => {
    const values = readByBash(fillUploadScript(aTemplate(), aTicket({ azcopyAddress: undefined }), "bash"));
    expect(values.slice(5, 8)).toEqual(["", "", ""]);
  });

  it.each(["'; rm -rf / #", "$(id)`id`$HOME", "@@FOLDER@@", "'@@FOLDER@@'", "$& $1 $$ \\1", "\\' \" ‘’"])(
    "keeps every value inside its quotes: %s",
    (title) => {
      const values = readByBash(fillUploadScript(aTemplate(), aTicket({ title }), "bash"));
      expect(values).toHaveLength(names.length);
      expect(values.at(-1)).toBe(`${title} (record 42)`);
    },
  );

  it("quotes for PowerShell by doubling quotes", () => {
    const script = fillUploadScript(aTemplate(), aTicket({ title: "O'Brien \u2019$(x)" }), "powershell");
    expect(script).toContain("MODEL='O''Brien \u2019\u2019$(x) (record 42)'\n");
  });

  it("joins prefix, blob name and query with or without slash and question mark", () => {
    const ticket = aTicket({ prefix: "https://s.example.com/c/f", blobName: "a b/ü#?.zip", query: "?sig=x" });
    const values = readByBash(fillUploadScript(aTemplate(), ticket, "bash"));
    expect(values[1]).toBe("https://s.example.com/c/f/a%20b/%C3%BC%23%3F.zip?sig=x");
  });

  it.each(["bash", "powershell"] as const)("rejects a value with a line break for %s", (shell) => {
    for (const name of ["recordId", "uploadToken", "folder"])
      expect(() => fillUploadScript(aTemplate(), aTicket({ [name]: "a\nb" }), shell)).toThrow("line break");
  });

  it("throws on an unknown placeholder", () => {
    expect(() => fillUploadScript(`${aTemplate()}'@@PASSWORD@@'`, aTicket(), "bash")).toThrow("PASSWORD");
  });

  it("throws on a repeated placeholder", () => {
    expect(() => fillUploadScript(`${aTemplate()}'@@ADDRESS@@'`, aTicket(), "bash")).toThrow("ADDRESS");
  });

  it("throws on a missing placeholder and names it", () => {
    expect(() => fillUploadScript(aTemplate(names.slice(1)), aTicket(), "bash")).toThrow("FOLDER");
  });

  it.each(['"@@ADDRESS@@"', "@@ADDRESS@@", "'@@address@@'", "'@@ADDRESS'"])(
    "throws on a placeholder left over as %s",
    (text) => {
      expect(() => fillUploadScript(aTemplate() + text, aTicket(), "bash")).toThrow("not written as");
    },
  );
});
