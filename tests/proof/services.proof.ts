import { afterAll, beforeAll, expect, it } from "vitest";
import { schemaOf, type Bag } from "../../src/contract/fields.ts";
import { metadataYaml } from "../../src/contract/metadataYaml.ts";
import { encode } from "../../src/contract/wire.ts";
import type { RecordRow } from "../../src/portal/providers/recordsDialect.ts";
import { session } from "../../src/portal/providers/session.ts";
import type { RunningServer } from "../../src/server/runServer.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { signedIn, type SignedIn } from "../support/signedIn.ts";
import { startServer } from "../support/startServer.ts";
import { ADDED_NAME } from "./addedField.ts";

let server: RunningServer;
let vendor: SignedIn;
let own: Bag;

beforeAll(async () => {
  server = await startServer();
  vendor = await signedIn(server.url, "vendor1");
  const list = {
    pagination: { page: 1, perPage: 100 },
    sort: { field: "id", order: "ASC" as const },
    filter: {},
  };
  const { data } = await vendor.provider.getList<RecordRow>("records", list);
  own = data.find(({ statusInfo }) => statusInfo.status === "in progress")!.currentMetadata as Bag;
});
afterAll(() => server.close());

it("is in the payload of a save under its write name", async () => {
  const sent = encode(schemaOf("metadata"), { ...aMetadata(), [ADDED_NAME]: "Dry." }, "write");
  expect(sent).toMatchObject({ survey_notes_write: "Dry." });
});

it("is stored, listed under its read name, and refused in its own words", async () => {
  const create = (value: string) =>
    vendor.provider.create("records", { data: { currentMetadata: { ...own, [ADDED_NAME]: value } } });
  const { data } = await create("Dry.");
  const headers = { "x-access-token": session.current()!.accessToken };
  const answer = await fetch(`${server.url}/api/vendors/list-records/vendor1`, { headers });
  const { features } = (await answer.json()) as { features: { properties: Bag }[] };
  const listed = features.find(({ properties }) => String(properties.tdis_identifier) === data.id);
  expect(listed!.properties).toMatchObject({ survey_notes_read: "Dry." });
  await expect(create("x".repeat(51))).rejects.toMatchObject({
    body: { faults: [{ path: [ADDED_NAME], message: "Keep the notes short." }] },
  });
});

it("is in the metadata YAML and in the API description", async () => {
  const metadata = { ...aMetadata(), [ADDED_NAME]: "Dry." };
  const references = await vendor.provider.references();
  expect(metadataYaml({ recordId: "1", metadata, references, contacts: [] })).toContain(
    'survey_notes_write: "Dry."',
  );
  const description = await (await fetch(`${server.url}/api/docs/json`)).text();
  expect(description).toContain("survey_notes_read");
  expect(description).toContain("survey_notes_write");
});
