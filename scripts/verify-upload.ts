import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readConfig } from "../src/server/config.ts";
import { askPassword } from "./lib/askPassword.ts";
import { EXIT_CODES, runCommand } from "./lib/command.ts";
import { openFromPortal, openFromStore } from "./verify-upload/openStored.ts";
import { readReceipt, verifyReceipt, type Verified } from "./verify-upload/verifyReceipt.ts";

const USAGE = `npm run verify-upload -- RECEIPT.json [--data-dir DIR | --url URL --username NAME]
Hashes everything the receipt of an upload, or of a model, names once more where it is stored, and says what differs.
Without options the store is the one the environment describes; --url reads through a portal, and then the
password is read from standard input. Exit code 0: all as the receipt says; 1: something differs; 2: not checked.`;

/** Compares a receipt with what is stored; answers whether all is as it says. */
async function main(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { "data-dir": { type: "string" }, url: { type: "string" }, username: { type: "string" } },
  });
  const [file, ...others] = positionals;
  if (!file || others.length > 0 || (values.url && !values.username)) throw new Error(USAGE);
  const receipt = readReceipt(await readFile(file, "utf8"));
  const { recordId } = receipt;
  const open = values.url
    ? await openFromPortal(values.url, recordId, {
        username: values.username!,
        password: await askPassword(),
      })
    : openFromStore(configOf(values["data-dir"]), recordId);
  let [right, bytes, wrong] = [0, 0, 0];
  await verifyReceipt(receipt, open, ({ path, size, difference }: Verified) => {
    if (difference === undefined) {
      right += 1;
      bytes += size;
      return;
    }
    wrong += 1;
    console.log(`DIFFERS  ${path} ${difference}`);
  });
  const total = `${bytes.toLocaleString("en-US")} bytes`;
  console.log(`${right} of ${right + wrong} members of ${receipt.what} are as the receipt says (${total}).`);
  return wrong === 0;
}

function configOf(dataDir: string | undefined) {
  if (dataDir === undefined) return readConfig(process.env);
  const container = process.env["AZURE_STORAGE_CONTAINER"]?.trim();
  return { dataDir, storageContainer: container || "ms2" };
}

await runCommand(USAGE, async (args) => ((await main(args)) ? EXIT_CODES.success : EXIT_CODES.problemsFound));
