import { createInterface } from "node:readline/promises";

/** Read from standard input: other users could see a password in the arguments. */
export async function askPassword(): Promise<string> {
  const input = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await input.question("Password: ");
  } finally {
    input.close();
  }
}
