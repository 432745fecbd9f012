import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { addAccount } from "../src/server/addAccount.ts";
import { readConfig } from "../src/server/config.ts";
import { openServices } from "../src/server/openServices.ts";
import { command } from "./lib/command.ts";
import { contactOf, contactOptions } from "./account/contactOptions.ts";

const USAGE = `npm run account -- USERNAME --role ROLE [--role ROLE ...] ${contactOptions.map((name) => `--${name} TEXT`).join(" ")}
Roles: ROLE_EDITOR (a vendor), ROLE_ADMIN-APPLICATION or ROLE_ADMIN-ADVANCED (the agency).
The password is read from standard input. With the embedded database, stop the server first.`;

/** Adds a person who can sign in to the installation that the environment describes. */
async function main(args: string[]) {
  const texts = Object.fromEntries(contactOptions.map((name) => [name, { type: "string" as const }]));
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...texts, role: { type: "string", multiple: true } },
  });
  const [username] = positionals;
  if (!username) throw new Error(USAGE);
  const roles = (values.role as string[] | undefined) ?? [];
  const password = await firstLine();
  const { services, close } = await openServices(readConfig(process.env));
  try {
    const id = await addAccount(services, { username, roles, password, contact: contactOf(values) });
    console.log(`Added ${username} with the contact id ${id}.`);
  } finally {
    await close();
  }
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question("Password: ");
  } finally {
    lines.close();
  }
}

await command(USAGE, main);
