import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { scriptBody } from "../../src/contract/uploads/uploadScript.ts";

const NAMES = ["upload_script.sh", "upload_script.ps1"] as const;

/** What is published of the upload scripts: the hash of what is the same in every copy, for the page and for people. */
export async function uploadScriptFiles(): Promise<Map<string, string>> {
  const hashes: Record<string, string> = {};
  for (const name of NAMES) {
    const body = scriptBody(await readFile(`public/${name}`, "utf8"));
    hashes[name] = createHash("sha256").update(body).digest("hex");
  }
  return new Map([
    ["src/contract/uploadScriptHashes.json", `${JSON.stringify(hashes, null, 2)}\n`],
    ["docs/upload-scripts.md", documentOf(hashes)],
  ]);
}

const documentOf = (hashes: Record<string, string>) => `# The upload scripts

Written by \`npm run docs\`. A vendor downloads a copy of [\`upload_script.sh\`](../public/upload_script.sh) or
[\`upload_script.ps1\`](../public/upload_script.ps1). It begins with a few filled-in values; everything behind the line that
begins with \`# ====\` is the same in every copy. This is the SHA-256 of that part:

| script              | SHA-256                                                            |
| ------------------- | ------------------------------------------------------------------ |
${Object.entries(hashes)
  .map(([name, hash]) => `| \`${name}\`${" ".repeat(17 - name.length)} | \`${hash}\` |`)
  .join("\n")}

To compare a copy with it on Mac, Linux or Unix:

\`\`\`sh
sed '1,/^# ==== /d' upload_script.sh | shasum -a 256
\`\`\`

On Windows, in PowerShell 7:

\`\`\`powershell
$body = (Get-Content -Raw upload_script.ps1) -replace '(?s)^.*?\n# ==== [^\n]*\n'
[Convert]::ToHexString([Security.Cryptography.SHA256]::HashData([Text.Encoding]::UTF8.GetBytes($body))).ToLower()
\`\`\`
`;
