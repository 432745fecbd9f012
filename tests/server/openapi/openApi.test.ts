import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.ts";
import type { Bag } from "../../../src/contract/fields.ts";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { startServer } from "../../support/startServer.ts";

interface Operation {
  summary: string;
  description: string;
  operationId: string;
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { properties: Bag } }> };
  responses: Record<string, { description: string; content: Record<string, { schema: Bag }> }>;
}

let server: RunningServer;
let document: { openapi: string; paths: Record<string, Record<string, Operation>> };
beforeAll(async () => {
  server = await startServer({ isDemo: false });
  document = (await server.app.inject("/api/docs/json")).json();
});
afterAll(() => server.close());

const operationOf = ({ method, path }: { method: string; path: string }) =>
  document.paths[path.replace(/:(\w+)/g, "{$1}")]![method.toLowerCase()]!;

it("is OpenAPI", () => {
  expect(document.openapi).toBe("3.1.0");
});

it.each(Object.entries(endpoints))(
  "describes the call %s with its answer and its refusals",
  (name, endpoint) => {
    const operation = operationOf(endpoint);
    expect(operation.operationId).toBe(name);
    expect(operation.summary).toMatch(/^[A-Z]/);
    expect(operation.description.length).toBeGreaterThan(20);
    expect(operation.responses["200"]).toBeDefined();
    const named = operation.parameters.filter((p) => p.in === "path").map((p) => p.name);
    expect(named).toEqual([...endpoint.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter));
  },
);

it("describes no call that there is not", () => {
  const described = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
  expect(described).toBe(Object.keys(endpoints).length);
});

describe("a record", () => {
  it("is described under its write names where it is saved", () => {
    const body = operationOf(endpoints.saveRecord).requestBody!.content["application/json"]!.schema;
    expect(Object.keys(body.properties)).toEqual(
      expect.arrayContaining([
        "model_name",
        "software_abbreviation",
        "huc",
        "license",
        "tdis_identifier",
        "userId",
      ]),
    );
    expect(body.properties["huc"]).toMatchObject({ type: "string", title: "Hydrologic units" });
  });

  it("is described under its read names where it is answered", () => {
    const schema = operationOf(endpoints.getRecord).responses["200"]!.content["application/json"]!.schema;
    const text = JSON.stringify(schema);
    for (const name of [
      "model_title",
      "hucs",
      "model_contacts",
      "most_recent_status_update",
      "FeatureCollection",
    ])
      expect(text).toContain(`"${name}"`);
    expect(text).not.toContain("model_name");
  });
});

it("describes a contact's adding with what is sent once, and its update without", () => {
  const namesOf = (endpoint: { method: string; path: string }) =>
    Object.keys(operationOf(endpoint).requestBody!.content["application/json"]!.schema.properties).sort();
  const fields = ["agency", "email", "first_name", "last_name", "work_phone"];
  expect(namesOf(endpoints.addContact)).toEqual([...fields, "cell_phone", "comments", "userId"].sort());
  expect(namesOf(endpoints.updateContact)).toEqual([...fields, "contact_id", "tdis_contact_id"].sort());
});

it("is shown to people by a page that the content security policy lets run", async () => {
  const { headers } = await server.app.inject("/api/docs");
  expect(headers.location).toBe("/api/docs/");
  const page = await server.app.inject("/api/docs/");
  expect(page.statusCode).toBe(200);
  expect(page.body).not.toMatch(/<script>(?!\s*<)|<style>|\son\w+=/);
  for (const [, path] of page.body.matchAll(/(?:src|href)="\.\/([^"]+)"/g)) {
    const { statusCode } = await server.app.inject(`/api/docs/${path}`);
    expect([path, statusCode]).toEqual([path, 200]);
  }
});
