import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { uploadScriptFiles } from "../../../scripts/dev/docs/uploadScriptFiles.ts";
import { fillUploadScript, getScriptBody } from "../../../src/contract/uploads/uploadScript.ts";
import { bashScript, powershellScript } from "./shells.ts";
import { createTicket, readTemplate } from "./vendorWorkspace.ts";

const bash = readTemplate(bashScript.fileName);
const powershell = readTemplate(powershellScript.fileName);
const pathOf = (fileName: string) => fileURLToPath(new URL(`../../../public/${fileName}`, import.meta.url));
const placeholdersOf = (template: string) =>
  [...template.matchAll(/@@([A-Z_]+)@@/g)].map((match) => match[1]);
const withoutComments = (script: string) => script.replace(/^\s*#.*$/gm, "");

/** Syntax that bash 3.2 on macOS does not support. */
const UNSUPPORTED_IN_BASH_32: [string, RegExp][] = [
  ["associative arrays and name references", /\b(?:declare|local|typeset|readonly)\s+-[a-zA-Z]*[Angulc]/],
  ["mapfile and readarray", /\b(?:mapfile|readarray|coproc)\b/],
  ["change of case", /\$\{[A-Za-z_0-9@*[\]]+(?:\^|,)/],
  ["transformations", /\$\{[A-Za-z_0-9@*[\]]+@[A-Za-z]\}/],
  ["&>> and |&", /&>>|\|&/],
  ["negative index or length", /\$\{[A-Za-z_]+(?:\[-|:[^}:]*:\s*-)/],
  ["case with fall-through", /;;?&/],
  ["[[ -v ]] and [[ -R ]]", /\[\[?\s+(?:!\s+)?-[vR]\s/],
  ["printf of the time", /printf[^\n]*%\([^)]*\)T/],
  ["numbered file descriptors by name", /\{[A-Za-z_]+\}[<>]/],
  ["wait -n", /\bwait\s+-[nfp]/],
  ["globstar", /\bglobstar\b|\*\*\//],
  ["stepped or padded ranges", /\{\d+\.\.\d+\.\.\d+\}|\{0\d+\.\.\d+\}/],
  ["variables of newer versions", /\b(?:BASHPID|EPOCHSECONDS|EPOCHREALTIME|SRANDOM|BASH_ARGV0)\b/],
  ["case inside a command substitution", /\$\([^()]*\bcase\b|\bdo case\b|[^|]\| *case\b/],
  ["empty arrays under set -u", /\$\{[A-Za-z_]+\[@\]\}/],
];

describe("upload script templates", () => {
  it("have the same placeholders in the same order", () => {
    expect(placeholdersOf(powershell)).toEqual(placeholdersOf(bash));
    expect(placeholdersOf(bash)).toHaveLength(9);
  });

  it("document exactly the exit codes they use, the same in both scripts except for signals", () => {
    const documented = (script: string) =>
      [.../Exit codes: ([^]*?)\n\n/.exec(script)![1]!.matchAll(/(?:^|; )(?:\n# )?(\d+) /g)].map(
        ([, code]) => code,
      );
    const used = (script: string, call: RegExp) =>
      new Set([...script.matchAll(call)].map(([, code]) => code));
    expect(documented(bash)).toEqual([...documented(powershell), "130"]);
    expect(documented(powershell)).toEqual("0 2 3 4 5 6 7 9 10 11 12 13".split(" "));
    const all = new Set("2 3 4 5 6 7 9 10 11 12 13".split(" "));
    expect(used(bash, /\bfail (\d+) /g)).toEqual(all);
    expect(used(powershell, /(?:Stop-Upload|exit) (\d+)\b/g)).toEqual(new Set([...all, "0"]));
  });

  it("have the body whose hash is published, also when filled in", async () => {
    for (const [name, text] of await uploadScriptFiles()) expect(readFileSync(name, "utf8"), name).toBe(text);
    const filled = fillUploadScript(bash, createTicket("http://portal"), "bash");
    expect(getScriptBody(filled)).toBe(getScriptBody(bash));
    expect(bash.indexOf(getScriptBody(bash))).toBeLessThan(1500);
  });

  it.each([bash, powershell])("contain only ASCII and line feeds", (template) => {
    expect([...template].every((char) => char === "\n" || (char >= " " && char <= "~"))).toBe(true);
    expect(template.endsWith("\n")).toBe(true);
  });

  it.each([bash, powershell])("contain the messages of the specification", (template) => {
    for (const message of [
      "No file path argument provided.",
      "Path is not a file or does not exist: ",
      "Failed to download AzCopy.",
      "Failed to extract AzCopy.",
      "AzCopy executable not found.",
      "Directory does not exist: ",
    ])
      expect(template).toContain(message);
  });

  it("check for PowerShell 7.2 first, with a link to download it", () => {
    const [first] = getScriptBody(powershell)
      .replace(/^(#.*\n)+/, "")
      .trim()
      .split("\n}");
    expect(first).toContain("$PSVersionTable.PSVersion -lt [version]'7.2'");
    expect(first).toContain("https://aka.ms/powershell");
  });
});

describe("upload_script.sh", () => {
  it("is a valid script before it is filled in", () => {
    expect(spawnSync("bash", ["-n", pathOf(bashScript.fileName)]).status).toBe(0);
  });

  const hasNoShellcheck = spawnSync("shellcheck", ["--version"]).status !== 0;
  it.skipIf(hasNoShellcheck)("passes shellcheck (skipped without shellcheck)", () => {
    const { stdout } = spawnSync("shellcheck", [pathOf(bashScript.fileName)], { encoding: "utf8" });
    expect(stdout).toBe("");
  });

  it.each(UNSUPPORTED_IN_BASH_32)("does not use %s, which bash 3.2 on macOS lacks", (_, pattern) => {
    expect(withoutComments(bash).match(pattern)).toBeNull();
  });

  it.each([
    "declare -A map",
    "local -n ref",
    "mapfile -t lines",
    'x="${name^^}"',
    'x="${name,,}"',
    "cmd &>>log",
    "cmd |& tee",
    "${list[-1]}",
    "a) b ;;& c",
    "[[ -v name ]]",
    "printf '%(%F)T'",
    "exec {fd}>x",
    "wait -n",
    "shopt -s globstar",
    "{1..10..2}",
    "$BASHPID",
    "x=$(case $y in a) b;; esac)",
    'x=$(f "$(g)" | while read -r y; do case $y in a) b ;; esac; done)',
    '"${list[@]}"',
    '"${x@Q}"',
  ])("is checked for %s", (line) => {
    expect(UNSUPPORTED_IN_BASH_32.some(([, pattern]) => pattern.test(line))).toBe(true);
  });
});

describe.skipIf(powershellScript.absent)(
  `upload_script.ps1${powershellScript.absent ? ` (skipped: ${powershellScript.absent})` : ""}`,
  () => {
    it("is a valid script before it is filled in", () => {
      const path = pathOf(powershellScript.fileName);
      const command =
        `$faults = $null; [void][Management.Automation.Language.Parser]::ParseFile('${path}', [ref]$null, ` +
        `[ref]$faults); $faults | ForEach-Object { $_.Message }`;
      const { stdout } = spawnSync(powershellScript.program, ["-NoProfile", "-Command", command], {
        encoding: "utf8",
      });
      expect(stdout.trim()).toBe("");
    });
  },
);
