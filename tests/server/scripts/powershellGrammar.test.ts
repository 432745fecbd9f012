import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { beforeAll, expect, test } from "vitest";
import { Language, Parser, type Node } from "web-tree-sitter";

// Where PowerShell itself cannot be had, its grammar still tells a script that would not even start.
const GRAMMAR = "tree-sitter-powershell/tree-sitter-powershell.wasm";
const script = readFileSync("public/upload_script.ps1", "utf8");
const parser = await openParser();

async function openParser(): Promise<Parser> {
  await Parser.init();
  const language = await Language.load(createRequire(import.meta.url).resolve(GRAMMAR));
  return new Parser().setLanguage(language);
}

/** The places of a script that are no PowerShell, as "line: text". */
function syntaxErrors(text: string): string[] {
  const errors: string[] = [];
  const visit = (node: Node): void => {
    if (node.isError || node.isMissing)
      errors.push(`${node.startPosition.row + 1}: ${node.text.slice(0, 60)}`);
    else if (node.hasError) node.children.forEach((child) => child && visit(child));
  };
  const tree = parser.parse(text);
  if (tree) visit(tree.rootNode);
  return errors;
}

let calls: string[];
beforeAll(() => {
  const root = parser.parse(script)?.rootNode;
  calls = root?.descendantsOfType("command_name").flatMap((node) => node?.text ?? []) ?? [];
});

test("the PowerShell script is PowerShell from its first line to its last", () => {
  expect(syntaxErrors(script)).toEqual([]);
});

test("a forgotten brace is found", () => {
  expect(syntaxErrors(script.replace(/\n\}\n(?=\n)/, "\n"))).not.toEqual([]);
});

// Cmdlets that PowerShell 7.2 brings along on every system.
const CMDLETS = new Set(
  (
    "Add-Type ConvertFrom-Json ConvertTo-Json Copy-Item Expand-Archive ForEach-Object Get-ChildItem Get-Command " +
    "Get-Content Get-Date Get-FileHash Get-Item Get-Random Invoke-RestMethod Invoke-WebRequest Join-Path Measure-Object " +
    "Move-Item New-Item New-Object Out-Null Remove-Item Resolve-Path Select-Object Set-Content Set-StrictMode Sort-Object " +
    "Split-Path Start-Process Start-Sleep Test-Path Where-Object Write-Error Write-Host Write-Output Write-Progress " +
    "Write-Verbose Write-Warning"
  ).split(" "),
);

test("every command that the PowerShell script calls by a verb and a noun is its own or PowerShell's", () => {
  const own = new Set([...script.matchAll(/^\s*function\s+([\w-]+)/gm)].map(([, name]) => name));
  const called = calls.filter((name) => /^[A-Z]\w*-\w+$/.test(name));
  expect(called.length).toBeGreaterThan(20);
  expect(called.filter((name) => !own.has(name) && !CMDLETS.has(name))).toEqual([]);
});
