import { createInterface } from "node:readline/promises";

/** A password, read from standard input: among the arguments others would see it. */
export async function askPassword(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question("Password: ");
  } finally {
    lines.close();
  }
}
