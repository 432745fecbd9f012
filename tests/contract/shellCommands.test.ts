import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import {
  quoteForBash,
  quoteForPowershell,
  buildRunCommand,
  buildFilesZipCommand,
  buildZipCommand,
} from "../../src/contract/uploads/shellCommands.ts";

const awkward = [
  "",
  "plain",
  "with spaces",
  "it's",
  "'",
  "''",
  `"double"`,
  "$HOME ${HOME} $(id) `id`",
  "back\\slash\\",
  "!history !!",
  "ümläut ‘curly’ 🌊",
  "*?[a-z]{1,2} ~ # ; & | < > ( )",
  "-n",
  "%PATH% ^",
  "tab\there",
];

/** In a PowerShell single-quoted literal, two quotes in a row are one quote. */
function readPowershellLiteral(literal: string): { text: string; rest: string } {
  const isQuote = (char: string | undefined) =>
    char !== undefined && "'\u2018\u2019\u201A\u201B".includes(char);
  let text = "";
  let at = 1;
  while (at < literal.length) {
    const char = literal[at]!;
    if (isQuote(char)) {
      if (!isQuote(literal[at + 1])) return { text, rest: literal.slice(at + 1) };
      at += 1;
    }
    text += literal[at];
    at += 1;
  }
  throw new Error("The literal does not end");
}

describe("quoteForBash", () => {
  it.each(awkward)("builds one word that bash reads as %j", (text) => {
    const { stdout } = spawnSync("bash", ["-c", `printf '<%s>' ${quoteForBash(text)}`], { encoding: "utf8" });
    expect(stdout).toBe(`<${text}>`);
  });

  it.each(["a\nb", "a\rb", "a\0b"])("rejects %j", (text) => {
    expect(() => quoteForBash(text)).toThrow("line break");
  });
});

describe("quoteForPowershell", () => {
  it.each(awkward)("builds one literal that PowerShell reads as %j", (text) => {
    expect(readPowershellLiteral(quoteForPowershell(text))).toEqual({ text, rest: "" });
  });

  it("doubles typographic quotes, which also end a PowerShell string", () => {
    expect(quoteForPowershell("a\u2019; calc; \u2018b")).toBe("'a\u2019\u2019; calc; \u2018\u2018b'");
  });

  it.each(["a\nb", "a\rb", "a\0b"])("rejects %j", (text) => {
    expect(() => quoteForPowershell(text)).toThrow("line break");
  });
});

describe("buildRunCommand", () => {
  it("runs bash with the quoted script and zip paths on Mac and Linux", () => {
    expect(buildRunCommand("MAC_LINUX", "/tmp/upload_script.sh", "/tmp/my model.zip")).toBe(
      "bash '/tmp/upload_script.sh' '/tmp/my model.zip'",
    );
  });

  it("calls the quoted script path with the quoted zip path on Windows", () => {
    expect(buildRunCommand("WINDOWS", "C:\\Users\\A B\\upload_script.ps1", "C:\\it's $5.zip")).toBe(
      "& 'C:\\Users\\A B\\upload_script.ps1' 'C:\\it''s $5.zip'",
    );
  });

  it.each([
    ['"C:\\a b\\m.zip"', "C:\\a b\\m.zip"],
    ["'C:\\a b\\m.zip'", "C:\\a b\\m.zip"],
    ['  "C:\\m.zip" \n', "C:\\m.zip"],
    ['""C:\\m.zip""', '"C:\\m.zip"'],
    ["\"C:\\m.zip'", "\"C:\\m.zip''"],
    ['"', '"'],
    ["", ""],
  ])("removes one matching pair of quotes from the pasted path %j", (pasted, path) => {
    expect(buildRunCommand("WINDOWS", "C:\\s.ps1", pasted)).toBe(`& 'C:\\s.ps1' '${path}'`);
  });

  it("lets bash expand only ~/ at the start of a path", () => {
    const command = buildRunCommand("MAC_LINUX", "~/a b.sh", "~/$x ~/m.zip").replace(
      "bash ",
      "printf '%s\\n' ",
    );
    const { stdout } = spawnSync("bash", ["-c", command], { encoding: "utf8", env: { HOME: "/home/v" } });
    expect(stdout).toBe("/home/v/a b.sh\n/home/v/$x ~/m.zip\n");
  });

  it.each([
    ["upload_script.ps1", "& '.\\upload_script.ps1' 'm.zip'"],
    ['"upload script.ps1"', "& '.\\upload script.ps1' 'm.zip'"],
    ["here\\upload_script.ps1", "& 'here\\upload_script.ps1' 'm.zip'"],
    ["here/upload_script.ps1", "& 'here/upload_script.ps1' 'm.zip'"],
    ["D:upload_script.ps1", "& 'D:upload_script.ps1' 'm.zip'"],
    ["", "& '' 'm.zip'"],
  ])("makes PowerShell find the script %j in its folder", (script, command) => {
    expect(buildRunCommand("WINDOWS", script, "m.zip")).toBe(command);
  });

  it("prefixes a script path that starts with a dash, so bash does not read it as an option", () => {
    expect(buildRunCommand("MAC_LINUX", "-c.sh", "-m.zip")).toBe("bash './-c.sh' '-m.zip'");
  });
});

describe("buildZipCommand", () => {
  it("zips the folder into a new zip of the same name next to it", () => {
    expect(buildZipCommand("MAC_LINUX", "03_A")).toBe("rm -f '03_A.zip' && zip -r '03_A.zip' '03_A'");
    expect(buildZipCommand("WINDOWS", "03_A")).toBe("tar -a -c -f '03_A.zip' '03_A'");
  });

  it("zips only the named files of the folder", () => {
    const paths = ["GIS/it's $5.shp", "metadata_7.yml"];
    expect(buildFilesZipCommand("MAC_LINUX", "03_A", paths)).toBe(
      "rm -f '03_A.zip' && zip -r '03_A.zip' '03_A/GIS/it'\\''s $5.shp' '03_A/metadata_7.yml'",
    );
    expect(buildFilesZipCommand("WINDOWS", "03_A", paths)).toBe(
      "tar -a -c -f '03_A.zip' '03_A/GIS/it''s $5.shp' '03_A/metadata_7.yml'",
    );
  });

  it("names a geodatabase once", () => {
    const paths = ["GIS/Area.gdb/a1.gdbtable", "GIS/Area.gdb/timestamps", "GIS/b.txt"];
    expect(buildFilesZipCommand("WINDOWS", "03_A", paths)).toBe(
      "tar -a -c -f '03_A.zip' '03_A/GIS/Area.gdb' '03_A/GIS/b.txt'",
    );
  });

  it.each([
    [
      "need too long a command",
      Array.from({ length: 1500 }, (_, index) => `Model_Files/a_long_name_${index}.dat`),
    ],
    ["have line breaks", ["Model_Files/a\nb"]],
  ])("builds no command for files that %s", (_, paths) => {
    expect(buildFilesZipCommand("WINDOWS", "03_A", paths)).toBeUndefined();
  });
});
