import { expect, it } from "vitest";
import { parseRestCall } from "../../../src/portal/providers/restCall.ts";

it("understands a list", () => {
  const query = new URLSearchParams({ sort: '["id","DESC"]', range: "[0,24]", filter: '{"q":"creek"}' });
  expect(parseRestCall(`/records?${query}`)).toEqual({
    verb: "getList",
    resource: "records",
    sort: ["id", "DESC"],
    range: [0, 24],
    filter: { q: "creek" },
  });
});

it.each([
  ["/records/a%2F7", {}, { verb: "getOne", resource: "records", id: "a/7" }],
  [
    `/records?filter=${encodeURIComponent('{"id":[1,"2"]}')}`,
    {},
    { verb: "getMany", resource: "records", ids: ["1", "2"] },
  ],
  ["/records", { method: "POST", body: '{"a":1}' }, { verb: "create", resource: "records", data: { a: 1 } }],
  [
    "/records/7",
    { method: "PUT", body: '{"a":1}' },
    { verb: "update", resource: "records", id: "7", data: { a: 1 } },
  ],
  ["/records/7", { method: "DELETE" }, { verb: "delete", resource: "records", id: "7" }],
])("understands %s %o", (url, options, call) => {
  expect(parseRestCall(url, options)).toEqual(call);
});
