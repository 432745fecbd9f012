/** `failed`: the command could not run, for example because of a wrong argument or a missing file. */
export const EXIT_CODES = { success: 0, problemsFound: 1, failed: 2 } as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/**
 * Runs a script: `--help` only prints the usage, and errors are printed without a stack.
 *
 * @param run returns the exit code; undefined for success and for a script that keeps running
 */
export async function runCommand(
  usage: string,
  run: (args: string[]) => Promise<ExitCode | void>,
  args: string[] = process.argv.slice(2),
): Promise<void> {
  if (args.includes("--help")) {
    console.log(usage);
    return;
  }
  try {
    process.exitCode = (await run(args)) ?? process.exitCode ?? EXIT_CODES.success;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = EXIT_CODES.failed;
  }
}

/** Exits without an error when the reader of the output has closed the pipe, as `head` does. */
export function exitOnClosedPipe(output: NodeJS.WriteStream = process.stdout): void {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}
