/** Returns a function that prints steps with the elapsed time on standard error; standard output is for results. */
export function createProgress(subject: string): (step: string) => void {
  const start = performance.now();
  return (step) => {
    const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(7);
    process.stderr.write(`${seconds} s  ${subject}: ${step}\n`);
  };
}
