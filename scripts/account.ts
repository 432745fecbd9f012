import { parseArgs } from "node:util";
import type { JsonObject } from "../src/contract/json.ts";
import { getSchema } from "../src/contract/schema/fields.ts";
import { addAccount, updateUserAccount } from "../src/server/auth/accounts.ts";
import { readConfig } from "../src/server/config.ts";
import type { Services } from "../src/server/services.ts";
import { listAccounts } from "../src/server/stores/accountStore.ts";
import { askPassword } from "./lib/askPassword.ts";
import { runCommand } from "./lib/command.ts";
import { openCommandDatabase } from "./lib/openCommandDatabase.ts";

const toOptionName = (field: string) => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const fields = Object.keys(getSchema("contact").properties);

/** For example `first-name`. */
const contactOptions: string[] = fields.map(toOptionName);

const buildContact = (options: JsonObject): JsonObject =>
  Object.fromEntries(
    fields.map((field) => [field, options[toOptionName(field)]]).filter(([, value]) => value !== undefined),
  );

const USAGE = `npm run account -- COMMAND

  list
  add USERNAME --role ROLE [--role ROLE ...] ${contactOptions.map((name) => `--${name} TEXT`).join(" ")}
  roles USERNAME --role ROLE [--role ROLE ...]
  reset-password USERNAME
  disable USERNAME
  enable USERNAME

Roles: ROLE_EDITOR (a vendor), ROLE_ADMIN-APPLICATION or ROLE_ADMIN-ADVANCED (the agency).
Passwords are read from standard input. Every change ends the user's sessions and upload links immediately.
With the embedded database, stop the server first. With PostgreSQL (DATABASE_URL), the server may run.`;

const contactOptionTypes = Object.fromEntries(
  contactOptions.map((name) => [name, { type: "string" as const }]),
);

interface AccountArguments {
  username: string;
  roles: string[];
  contact: JsonObject;
}

const COMMANDS: Record<
  string,
  (services: Pick<Services, "db" | "now">, asked: AccountArguments) => Promise<string>
> = {
  list: async ({ db }) =>
    (await listAccounts(db))
      .map((one) => [
        one.username,
        one.roles.join(" "),
        one.disabled_at ? "disabled" : "",
        `contact ${one.id}`,
      ])
      .map((columns) => columns.filter(Boolean).join("  "))
      .join("\n"),
  async add(services, accountArguments) {
    const account = { ...accountArguments, password: await askPassword() };
    return `Added ${accountArguments.username} with contact id ${await addAccount(services, account)}.`;
  },
  async roles(services, { username, roles }) {
    await updateUserAccount(services, username, { roles });
    return `${username} now has the roles ${roles.join(", ")}.`;
  },
  async "reset-password"(services, { username }) {
    await updateUserAccount(services, username, { password: await askPassword() });
    return `${username} has a new password.`;
  },
  async disable(services, { username }) {
    await updateUserAccount(services, username, { isDisabled: true });
    return `${username} can no longer sign in.`;
  },
  async enable(services, { username }) {
    await updateUserAccount(services, username, { isDisabled: false });
    return `${username} can sign in again.`;
  },
};

async function runAccountCommand(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...contactOptionTypes, role: { type: "string", multiple: true } },
  });
  const [name = "", username = ""] = positionals;
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!run || (name !== "list" && username === "")) throw new Error(USAGE);
  const database = await openCommandDatabase(readConfig({ DEMO: "false", ...process.env }));
  try {
    const roles = (values.role as string[] | undefined) ?? [];
    console.log(await run(database, { username, roles, contact: buildContact(values) }));
  } finally {
    await database.close();
  }
}

await runCommand(USAGE, runAccountCommand);
