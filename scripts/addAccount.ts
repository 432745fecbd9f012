import { text } from "node:stream/consumers";
import { readConfig } from "../src/server/config.ts";
import { addAccount } from "../src/server/addAccount.ts";
import { openServices } from "../src/server/openServices.ts";

const USAGE =
  "Usage: node --import tsx scripts/addAccount.ts <username> <role,role> <first name> <last name> <email> <phone> <agency id>\n" +
  "The password is read from the standard input.";

/** Adds an account, with its contact, to the installation that the environment describes. */
const [username, roles, firstName, lastName, email, phoneNumber, agency] = process.argv.slice(2);
if (!agency) {
  console.error(USAGE);
  process.exit(1);
}
const password = (await text(process.stdin)).trim();
const contact = { firstName, lastName, email, phoneNumber, agency };
const { services, close } = await openServices(readConfig(process.env));
try {
  await addAccount(services, { username: username!, roles: roles!.split(","), password, contact });
  console.log(`${username} can sign in.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await close();
}
