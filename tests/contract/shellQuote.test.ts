import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { bashQuote, powershellQuote, runCommand, zipCommand } from "../../src/contract/uploads/shellQuote.ts";

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

/** Reads PowerShell's single-quoted literal by its own rules: any two single quotes in a row stand for the second. */
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

describe("bashQuote", () => {
  it.each(awkward)("makes one word that bash reads back as %j", (text) => {
    const { stdout } = spawnSync("bash", ["-c", `printf '<%s>' ${bashQuote(text)}`], { encoding: "utf8" });
    expect(stdout).toBe(`<${text}>`);
  });

  it.each(["a\nb", "a\rb", "a\0b"])("refuses %j", (text) => {
    expect(() => bashQuote(text)).toThrow("line break");
  });
});

describe("powershellQuote", () => {
  it.each(awkward)("makes one literal that PowerShell reads back as %j", (text) => {
    expect(readPowershellLiteral(powershellQuote(text))).toEqual({ text, rest: "" });
  });

  it("doubles typographic quotes, which end a PowerShell string too", () => {
    expect(powershellQuote("a\u2019; calc; \u2018b")).toBe("'a\u2019\u2019; calc; \u2018\u2018b'");
  });

  it.each(["a\nb", "a\rb", "a\0b"])("refuses %j", (text) => {
    expect(() => powershellQuote(text)).toThrow("line break");
  });
});

describe("runCommand", () => {
  it("is bash with the quoted script path and the quoted zip path on Mac and Linux", () => {
    expect(runCommand("MAC_LINUX", "/tmp/upload_script.sh", "/tmp/my model.zip")).toBe(
      "bash '/tmp/upload_script.sh' '/tmp/my model.zip'",
    );
  });

  it("is an ampersand with the quoted script path and the quoted zip path on Windows", () => {
    expect(runCommand("WINDOWS", "C:\\Users\\A B\\upload_script.ps1", "C:\\it's $5.zip")).toBe(
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
  ])("takes one matching pair of quotes off the pasted path %j", (pasted, path) => {
    expect(runCommand("WINDOWS", "C:\\s.ps1", pasted)).toBe(`& 'C:\\s.ps1' '${path}'`);
  });

  it("lets bash expand the home folder at the start of a path, and nothing else", () => {
    const command = runCommand("MAC_LINUX", "~/a b.sh", "~/$x ~/m.zip").replace("bash ", "printf '%s\\n' ");
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
  ])("lets PowerShell find a script %j in the folder it is in", (script, command) => {
    expect(runCommand("WINDOWS", script, "m.zip")).toBe(command);
  });

  it("keeps a script path that starts with a dash from being an option of bash", () => {
    expect(runCommand("MAC_LINUX", "-c.sh", "-m.zip")).toBe("bash './-c.sh' '-m.zip'");
  });
});

describe("zipCommand", () => {
  it("zips the folder into a zip of its name beside it", () => {
    expect(zipCommand("MAC_LINUX", "03_A")).toBe("rm -f '03_A.zip' && zip -r '03_A.zip' '03_A'");
    expect(zipCommand("WINDOWS", "03_A")).toBe("tar -a -c -f '03_A.zip' '03_A'");
  });
});
