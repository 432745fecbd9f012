/** Ends the process without a word when whoever reads its output has read enough, as `head` does. */
export function endQuietly(output: NodeJS.WriteStream = process.stdout): void {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}
