import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import type { Platform } from "../../../src/contract/uploads/shellCommands.ts";
import type { Shell } from "../../../src/contract/uploads/uploadScript.ts";

export interface Outcome {
  code: number | null;
  output: string;
  errors: string;
}

/** One of the two scripts, and how to run it on this machine. */
export interface ShellUnderTest {
  shell: Shell;
  platform: Platform;
  fileName: string;
  success: string;
  /** Why it cannot run on this machine. */
  absent: string | undefined;
  program: string;
  /** Shell arguments that run one command line and return its exit code. */
  argumentsFor: (command: string) => string[];
}

export function findOnPath(program: string): string | undefined {
  const { status, stdout } = spawnSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

function findPwsh(): string | undefined {
  const tool = join(homedir(), ".dotnet", "tools", "pwsh");
  const named = process.env.PWSH_PATH;
  if (named && existsSync(named)) return named;
  return findOnPath("pwsh") ?? (existsSync(tool) ? tool : undefined);
}

const pwsh = findPwsh();

export const bashScript: ShellUnderTest = {
  shell: "bash",
  platform: "MAC_LINUX",
  fileName: "upload_script.sh",
  success: "HTTP/1.1 200 OK",
  absent: findOnPath("bash") && findOnPath("curl") ? undefined : "no bash or no curl",
  program: "bash",
  argumentsFor: (command) => ["-c", command],
};

export const powershellScript: ShellUnderTest = {
  shell: "powershell",
  platform: "WINDOWS",
  fileName: "upload_script.ps1",
  success: "Status: 200",
  absent: pwsh ? undefined : "pwsh is not in PATH, in ~/.dotnet/tools or in PWSH_PATH",
  program: pwsh ?? "pwsh",
  argumentsFor: (command) => ["-NoProfile", "-NonInteractive", "-Command", `${command}; exit $LASTEXITCODE`],
};

/** PATH without the folders of a real AzCopy, so that a test chooses which AzCopy is found. */
export const pathWithoutAzCopy = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !existsSync(join(folder, "azcopy")))
  .join(delimiter);

/** Starts a command line as a vendor would; `kill` and `interrupt` also reach its child processes. */
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
  const signal = (name: "SIGKILL" | "SIGINT") => {
    if (child.pid) process.kill(-child.pid, name);
  };
  return {
    ended,
    kill: () => signal("SIGKILL"),
    /** Ctrl+C in a terminal reaches all processes of the command. */
    interrupt: () => signal("SIGINT"),
  };
}

/** The AzCopy of the optional development package, only on Linux x64. */
export function findRealAzCopy(): string | undefined {
  try {
    const main = createRequire(import.meta.url).resolve("@azure-tools/azcopy-linux");
    const path = join(main, "..", "bin", "azcopy_linux_amd64");
    return process.arch === "x64" && existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
