/**
 * The exit codes of every script: all is well; something was found wrong; nothing could be done, since an argument, a
 * file or the machine lacks something.
 */
export const EXIT = { well: 0, found: 1, failed: 2 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * Runs a script: `--help` prints how it is used and does nothing else, and an error ends it with its message.
 *
 * @param run answers the exit code; nothing where the script goes on or everything is well
 */
export async function command(
  usage: string,
  run: (args: string[]) => Promise<ExitCode | void>,
  args: string[] = process.argv.slice(2),
): Promise<void> {
  if (args.includes("--help")) {
    console.log(usage);
    return;
  }
  try {
    process.exitCode = (await run(args)) ?? process.exitCode ?? EXIT.well;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = EXIT.failed;
  }
}

/** Ends the process without a word when whoever reads its output has read enough, as `head` does. */
export function endQuietly(output: NodeJS.WriteStream = process.stdout): void {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}
