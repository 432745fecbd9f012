/** Tells whoever waits what is being done now. */
export type Progress = (text: string) => void;

/** Progress on the error output, so that tables on the standard output stay clean; each line says when it came. */
export function progressOf(subject: string): Progress {
  const start = performance.now();
  return (text) => {
    const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(7);
    process.stderr.write(`${seconds} s  ${subject}: ${text}\n`);
  };
}
