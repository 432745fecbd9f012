import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { startServer } from "../../support/startServer.ts";

/** An API client that only uses the OpenAPI document. */
const FLOW = `
import createClient from "openapi-fetch";
import type { paths } from "./api.ts";

export async function flow(baseUrl: string, username: string, password: string) {
  const client = createClient<paths>({ baseUrl });
  const { data: account } = await client.POST("/auth/signin", { body: { username, password } });
  if (!account) throw new Error("not signed in");
  const headers = { "x-access-token": account.accessToken };
  const { data: list } = await client.GET("/vendors/list-records/{username}", { params: { path: { username } }, headers });
  const first = list?.features[0]?.properties;
  if (!first) throw new Error("no record");
  const copied = await client.POST("/vendors/duplicate-record", { body: { tdis_identifier: first.tdis_identifier }, headers });
  const recordId = copied.data?.features[0]?.properties.tdis_identifier ?? "";
  const { data: ticket } = await client.POST("/vendors/request-upload", { body: { tdis_identifier: recordId }, headers });
  const { error } = await client.POST("/vendors/upload-complete", {
    body: { file_name: "model.zip", size: 1, sha256: "0".repeat(64) },
    params: { header: { "x-upload-token": ticket?.upload_token ?? "" } },
  });
  const { data: history } = await client.GET("/metadata/get-history/{recordId}", { params: { path: { recordId } }, headers });
  await client.POST("/vendors/delete-record", { body: { tdis_identifier: recordId }, headers });
  return { status: first.status, error: error?.message, versions: history?.length };
}
`;

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  types: [],
};

vi.setConfig({ testTimeout: 300_000 });

let server: RunningServer;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  // Inside node_modules, because the client imports an installed package.
  folder = mkdtempSync(resolve("node_modules", ".generated-client-"));
  const document = (await server.app.inject("/api/docs/json")).json() as object;
  writeFileSync(join(folder, "api.ts"), astToString(await openapiTS(JSON.stringify(document))));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

function compile(name: string, code: string): string[] {
  const file = join(folder, name);
  writeFileSync(file, code);
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([file], OPTIONS));
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

it("the generated client compiles, and its types reject requests that are not in the OpenAPI document", () => {
  expect(compile("flow.ts", FLOW)).toEqual([]);
  expect(
    compile("misspelled.ts", FLOW.replace("body: { username, password }", "body: { user: username }")),
  ).not.toEqual([]);
  expect(compile("unknown.ts", FLOW.replace("/vendors/request-upload", "/vendors/ask-upload"))).not.toEqual(
    [],
  );
  expect(compile("response.ts", FLOW.replace("account.accessToken", "account.token"))).not.toEqual([]);
});

it("the generated client can call the server", async () => {
  const file = join(folder, "flow.mjs");
  const { outputText } = ts.transpileModule(FLOW, { compilerOptions: { ...OPTIONS, noEmit: false } });
  writeFileSync(file, outputText);
  const { flow } = (await import(pathToFileURL(file).href)) as {
    flow(url: string, username: string, password: string): Promise<object>;
  };
  expect(await flow(`${server.url}/api`, "vendor1", "FloodModel2026")).toEqual({
    status: expect.any(String) as string,
    error: expect.stringMatching(/\S/) as string,
    versions: 1,
  });
});
