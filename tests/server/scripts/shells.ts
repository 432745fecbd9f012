import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import type { Platform } from "../../../src/contract/uploads/shellQuote.ts";
import type { Shell } from "../../../src/contract/uploads/uploadScript.ts";

export interface Outcome {
  code: number | null;
  output: string;
  errors: string;
}

/** One of the two scripts, and how this machine runs it. */
export interface ShellUnderTest {
  shell: Shell;
  platform: Platform;
  fileName: string;
  success: string;
  /** Why it cannot be run here, if it cannot. */
  absent: string | undefined;
  program: string;
  /** The shell's arguments that make it run one command line and hand on its exit code. */
  argumentsFor: (command: string) => string[];
}

/** Where a program lies that is on the path; nothing where it is not. */
export function pathOf(program: string): string | undefined {
  const { status, stdout } = spawnSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

function findPwsh(): string | undefined {
  const tool = join(homedir(), ".dotnet", "tools", "pwsh");
  const named = process.env.PWSH_PATH;
  if (named && existsSync(named)) return named;
  return pathOf("pwsh") ?? (existsSync(tool) ? tool : undefined);
}

const pwsh = findPwsh();

export const bashScript: ShellUnderTest = {
  shell: "bash",
  platform: "MAC_LINUX",
  fileName: "upload_script.sh",
  success: "HTTP/1.1 200 OK",
  absent: pathOf("bash") && pathOf("curl") ? undefined : "no bash or no curl",
  program: "bash",
  argumentsFor: (command) => ["-c", command],
};

export const powershellScript: ShellUnderTest = {
  shell: "powershell",
  platform: "WINDOWS",
  fileName: "upload_script.ps1",
  success: "Status: 200",
  absent: pwsh ? undefined : "no pwsh on the path, in ~/.dotnet/tools or named by PWSH_PATH",
  program: pwsh ?? "pwsh",
  argumentsFor: (command) => ["-NoProfile", "-NonInteractive", "-Command", `${command}; exit $LASTEXITCODE`],
};

/** The path without the folders that hold a real AzCopy, so that a test decides which one is found. */
export const pathWithoutAzCopy = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !existsSync(join(folder, "azcopy")))
  .join(delimiter);

/** Starts a command line as a vendor would; `kill` ends it and all it started, at once. */
export function startCommand(shell: ShellUnderTest, command: string, environment: Record<string, string>) {
  const child = spawn(shell.program, shell.argumentsFor(command), {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PATH: pathWithoutAzCopy, UPLOAD_RETRY_WAIT: "0", NO_PROXY: "*", ...environment },
  });
  const outcome: Outcome = { code: null, output: "", errors: "" };
  child.stdout.on("data", (data: Buffer) => (outcome.output += data.toString()));
  child.stderr.on("data", (data: Buffer) => (outcome.errors += data.toString()));
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ ...outcome, code }));
  });
  return {
    ended,
    kill: () => {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    },
  };
}

/** The AzCopy of this project's optional development package, on the system it is made for. */
export function realAzCopy(): string | undefined {
  try {
    const main = createRequire(import.meta.url).resolve("@azure-tools/azcopy-linux");
    const path = join(main, "..", "bin", "azcopy_linux_amd64");
    return process.arch === "x64" && existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
