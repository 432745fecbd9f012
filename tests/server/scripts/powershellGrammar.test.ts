import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { Language, Parser, type Node } from "web-tree-sitter";

const GRAMMAR = "node_modules/tree-sitter-powershell/tree-sitter-powershell.wasm";
const script = readFileSync("public/upload_script.ps1", "utf8");

// Cmdlets that PowerShell 7.2 includes on every system.
const CMDLETS = new Set(
  (
    "Add-Type ConvertFrom-Json ConvertTo-Json Copy-Item Expand-Archive ForEach-Object Get-ChildItem Get-Command " +
    "Get-Content Get-Date Get-FileHash Get-Item Get-Process Get-Random Invoke-RestMethod Invoke-WebRequest Join-Path Measure-Object " +
    "Move-Item New-Item New-Object Out-Null Remove-Item Resolve-Path Select-Object Set-Content Set-StrictMode Sort-Object " +
    "Split-Path Start-Process Start-Sleep Test-Path Where-Object Write-Error Write-Host Write-Output Write-Progress " +
    "Write-Verbose Write-Warning"
  ).split(" "),
);

let parser: Parser;

function parse(text: string): Node {
  const tree = parser.parse(text);
  if (!tree) throw new Error("The parser returned no tree.");
  return tree.rootNode;
}

/** Returns each syntax error as "line: text". */
function listSyntaxErrors(node: Node): string[] {
  if (node.isError || node.isMissing) return [`${node.startPosition.row + 1}: ${node.text.slice(0, 60)}`];
  return node.hasError ? node.children.flatMap((child) => (child ? listSyntaxErrors(child) : [])) : [];
}

// Finds syntax errors on machines without PowerShell.
describe.skipIf(!existsSync(GRAMMAR))("upload_script.ps1 (skipped without tree-sitter-powershell)", () => {
  beforeAll(async () => {
    await Parser.init();
    parser = new Parser().setLanguage(await Language.load(GRAMMAR));
  });

  test("has no syntax errors", () => {
    expect(listSyntaxErrors(parse(script))).toEqual([]);
  });

  test("has a syntax error when a brace is missing", () => {
    expect(listSyntaxErrors(parse(script.replace(/\n\}\n(?=\n)/, "\n")))).not.toEqual([]);
  });

  // `$table.Count` returns the entry "count" if the table has one, and this table's keys come from the storage.
  test("reads the table of stored blocks only through methods", () => {
    const members = parse(script).descendantsOfType("member_access");
    const accesses = members.flatMap((node) => node?.text ?? []);
    expect(accesses.length).toBeGreaterThan(20);
    expect(accesses.filter((text) => /^\$(children|top|inside|stored)\.\w+$/i.test(text))).toEqual([]);
  });

  test("calls only its own functions and PowerShell's cmdlets", () => {
    const own = new Set([...script.matchAll(/^\s*function\s+([\w-]+)/gm)].map(([, name]) => name));
    const commands = parse(script).descendantsOfType("command_name");
    const called = commands.flatMap((node) => node?.text ?? []).filter((name) => /^[A-Z]\w*-\w+$/.test(name));
    expect(called.length).toBeGreaterThan(20);
    expect(called.filter((name) => !own.has(name) && !CMDLETS.has(name))).toEqual([]);
  });
});
