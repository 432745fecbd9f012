import { parseArgs } from "node:util";
import { modelReport } from "../src/contract/models/modelReport.ts";
import { openModel } from "./inspect-model/openModel.ts";
import { reportText } from "./inspect-model/reportText.ts";
import { command, EXIT, type ExitCode } from "./lib/command.ts";
import { endQuietly } from "./source/endQuietly.ts";

const USAGE = `npm run inspect-model -- FOLDER|ZIP [--json]
Reads a model where it lies and says what its files state: software, plans, geometries, and whether every file they
refer to is there. --json prints the report as the portal serves it (schemas/model-report.schema.json).
Exit code 0: nothing is missing; 1: something is; 2: it could not be read.`;

async function main(args: string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: "boolean" } },
  });
  const [place, ...others] = positionals;
  if (!place || others.length > 0) throw new Error(USAGE);
  const report = await modelReport(await openModel(place));
  console.log(values.json ? JSON.stringify(report, null, 2) : reportText(report));
  return report.findings.some(({ severity }) => severity === "missing") ? EXIT.found : EXIT.well;
}

endQuietly();
// Of a forged HDF file the reader's own promises are rejected, some of them where nobody waits.
process.on("unhandledRejection", () => undefined);
await command(USAGE, main);
