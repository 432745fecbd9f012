import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { Language, Parser, type Node } from "web-tree-sitter";

const GRAMMAR = "node_modules/tree-sitter-powershell/tree-sitter-powershell.wasm";
const script = readFileSync("public/upload_script.ps1", "utf8");

// Cmdlets that PowerShell 7.2 brings along on every system.
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

function parsed(text: string): Node {
  const tree = parser.parse(text);
  if (!tree) throw new Error("The grammar gave no tree.");
  return tree.rootNode;
}

/** The places of a script that are no PowerShell, as "line: text". */
function syntaxErrors(node: Node): string[] {
  if (node.isError || node.isMissing) return [`${node.startPosition.row + 1}: ${node.text.slice(0, 60)}`];
  return node.hasError ? node.children.flatMap((child) => (child ? syntaxErrors(child) : [])) : [];
}

// Where PowerShell itself cannot be had, its grammar still tells a script that would not even start.
describe.skipIf(!existsSync(GRAMMAR))("upload_script.ps1 (skipped without tree-sitter-powershell)", () => {
  beforeAll(async () => {
    await Parser.init();
    parser = new Parser().setLanguage(await Language.load(GRAMMAR));
  });

  test("is PowerShell from its first line to its last", () => {
    expect(syntaxErrors(parsed(script))).toEqual([]);
  });

  test("is no PowerShell once a brace is forgotten", () => {
    expect(syntaxErrors(parsed(script.replace(/\n\}\n(?=\n)/, "\n")))).not.toEqual([]);
  });

  // PowerShell reads `$of.Count` as the entry "count" where a dictionary has one, and these hold names from outside.
  test("asks a dictionary of names from outside by methods alone", () => {
    const members = parsed(script).descendantsOfType("member_access");
    const asked = members.flatMap((node) => node?.text ?? []);
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((text) => /^\$(children|top|inside|held)\.\w+$/i.test(text))).toEqual([]);
  });

  test("calls by verb and noun what is its own or PowerShell's, and nothing else", () => {
    const own = new Set([...script.matchAll(/^\s*function\s+([\w-]+)/gm)].map(([, name]) => name));
    const commands = parsed(script).descendantsOfType("command_name");
    const called = commands.flatMap((node) => node?.text ?? []).filter((name) => /^[A-Z]\w*-\w+$/.test(name));
    expect(called.length).toBeGreaterThan(20);
    expect(called.filter((name) => !own.has(name) && !CMDLETS.has(name))).toEqual([]);
  });
});
