import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { components } from "../../../src/server/openapi/components.ts";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { startServer } from "../../support/startServer.ts";

interface Operation {
  summary: string;
  description: string;
  operationId: string;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, { description: string; content: Record<string, { schema: JsonObject }> }>;
}

let server: RunningServer;
interface Component {
  properties: Record<string, JsonObject>;
  required: string[];
  example: unknown;
}
let document: {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Component> };
};
beforeAll(async () => {
  server = await startServer({ isDemo: false });
  document = (await server.app.inject("/api/docs/json")).json();
});
afterAll(() => server.close());

const findOperation = ({ method, path }: { method: string; path: string }) =>
  document.paths[path.replace(/:(\w+)/g, "{$1}")]![method.toLowerCase()]!;

function findBody(endpoint: { method: string; path: string }): Component {
  const { $ref } = findOperation(endpoint).requestBody!.content["application/json"]!.schema;
  return document.components.schemas[$ref.replace("#/components/schemas/", "")]!;
}

it("the OpenAPI document is valid", () => {
  expect(document.openapi).toBe("3.1.0");
});

it.each(Object.entries(endpoints))("describes the operation %s with its responses", (name, endpoint) => {
  const operation = findOperation(endpoint);
  expect(operation.operationId).toBe(name);
  expect(operation.summary).toMatch(/^[A-Z]/);
  expect(operation.description.length).toBeGreaterThan(20);
  expect(operation.responses["200"]).toBeDefined();
  const named = (operation.parameters ?? []).filter((p) => p.in === "path").map((p) => p.name);
  expect(named).toEqual([...endpoint.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter));
});

it("describes only existing operations", () => {
  const described = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
  expect(described).toBe(Object.keys(endpoints).length);
});

it.each(Object.entries(components))("has a valid example for %s", (name, component) => {
  expect(document.components.schemas[name]).toEqual(JSON.parse(JSON.stringify(component)));
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  const validate = ajv.compile({ ...component });
  expect([validate(component.example), ajv.errorsText(validate.errors)]).toEqual([true, "No errors"]);
});

it("uses one schema for all error responses", () => {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path)))
    for (const [status, { content }] of Object.entries(operation.responses))
      if (Number(status) >= 400 || status === "default")
        expect(content["application/json"]?.schema).toEqual({ $ref: "#/components/schemas/ErrorResponse" });
});

describe("OpenAPI document for records", () => {
  it("documents the request body with the field names of requests", () => {
    const body = findBody(endpoints.saveRecord);
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
    expect(body.properties["huc"]).toMatchObject({ title: "Hydrologic units" });
    expect(body.required).toContain("collection_id");
  });

  it("documents the response with the field names of responses", () => {
    const { schema } = findOperation(endpoints.getRecord).responses["200"]!.content["application/json"]!;
    expect(JSON.stringify(schema)).toContain('"FeatureCollection"');
    const text = JSON.stringify([schema, document.components.schemas["Record"]]);
    for (const name of ["model_title", "hucs", "model_contacts", "most_recent_status_update"])
      expect(text).toContain(`"${name}"`);
    expect(text).not.toContain("model_name");
  });

  it("documents the rules and empty values of responses", () => {
    const { counties, external_identifier, time_periods, collection_id } =
      document.components.schemas["Record"]!.properties;
    expect(counties).toMatchObject({ type: "array", minItems: 1, items: { type: "string" } });
    expect(external_identifier).toMatchObject({ pattern: "^[01][0-9]{11}$" });
    expect(time_periods).toMatchObject({ items: { minItems: 2, maxItems: 2 } });
    expect(collection_id).not.toHaveProperty("pattern");
    expect(document.components.schemas["Upload"]!.properties["new_files"]).toMatchObject({
      type: ["integer", "null"],
    });
  });
});

it("describes the bodies to add and to update a contact", () => {
  const listProperties = (endpoint: { method: string; path: string }) =>
    Object.keys(findBody(endpoint).properties).sort();
  const fields = ["agency", "email", "first_name", "last_name", "work_phone"];
  expect(listProperties(endpoints.addContact)).toEqual(
    [...fields, "cell_phone", "comments", "userId"].sort(),
  );
  expect(listProperties(endpoints.updateContact)).toEqual(
    ["contact_id", "tdis_contact_id", ...fields, "cell_phone", "comments", "userId"].sort(),
  );
});

it("has a documentation page that the content security policy allows", async () => {
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
