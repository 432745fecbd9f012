import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readConfig } from "../src/server/config.ts";
import { askPassword } from "./lib/askPassword.ts";
import { EXIT_CODES, runCommand } from "./lib/command.ts";
import { openFromPortal, openFromStore } from "./verify-upload/openStored.ts";
import { parseReceipt, verifyReceipt, type VerifiedFile } from "./verify-upload/verifyReceipt.ts";

const USAGE = `npm run verify-upload -- RECEIPT.json [--data-dir DIR | --url URL --username NAME]
Hashes the stored files of an upload or a model again and compares them with the receipt. By default it reads the store
that the environment variables describe.

--data-dir DIR   read the embedded store in this folder
--url URL        read through a running portal; your password is read from standard input
--username NAME  user for --url

Exit code: 0 all files match, 1 some differ, 2 could not check.`;

/** Returns whether all files match. */
async function verifyUpload(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { "data-dir": { type: "string" }, url: { type: "string" }, username: { type: "string" } },
  });
  const [file, ...others] = positionals;
  if (!file || others.length > 0 || (values.url && !values.username)) throw new Error(USAGE);
  const receipt = parseReceipt(await readFile(file, "utf8"));
  const { recordId } = receipt;
  const open = values.url
    ? await openFromPortal(values.url, recordId, {
        username: values.username!,
        password: await askPassword(),
      })
    : openFromStore(readStoreConfig(values["data-dir"]), recordId);
  let [matching, bytes, differing] = [0, 0, 0];
  await verifyReceipt(receipt, open, ({ path, size, difference }: VerifiedFile) => {
    if (difference === undefined) {
      matching += 1;
      bytes += size;
      return;
    }
    differing += 1;
    console.log(`DIFFERS  ${path} ${difference}`);
  });
  const total = `${bytes.toLocaleString("en-US")} bytes`;
  console.log(
    `${matching} of ${matching + differing} files of ${receipt.subject} match the receipt (${total}).`,
  );
  return differing === 0;
}

function readStoreConfig(dataDir: string | undefined) {
  if (dataDir === undefined) return readConfig(process.env);
  const container = process.env["AZURE_STORAGE_CONTAINER"]?.trim();
  return { dataDir, storageContainer: container || "ms2" };
}

await runCommand(USAGE, async (args) =>
  (await verifyUpload(args)) ? EXIT_CODES.success : EXIT_CODES.problemsFound,
);
