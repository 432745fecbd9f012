import { QueryClient } from "@tanstack/react-query";
import simpleRestProvider from "ra-data-simple-rest";
import { expect, it, vi } from "vitest";
import {
  createVendorHttpClient,
  createVendorLists,
  type VendorResource,
} from "../../../src/portal/providers/vendorHttpClient.ts";

const rows = ["7", "8", "9"].map((id) => ({ id, name: `Creek ${id}` }));

function aProvider(resource: VendorResource, baseUrl = "https://services.example.gov/api") {
  const resources = { records: resource };
  const lists = createVendorLists(resources, new QueryClient());
  const client = createVendorHttpClient(baseUrl, resources, lists);
  return simpleRestProvider(baseUrl, client);
}

const list = vi.fn(async () => ({ rows }));

it.each(["/api", "https://services.example.gov/api"])(
  "vendorHttpClient filters, sorts and pages the whole list (%s)",
  async (baseUrl) => {
    const provider = aProvider(
      { list, matches: ({ id }, { not }) => id !== not, sortValue: ({ name }) => String(name) },
      baseUrl,
    );
    const page = await provider.getList("records", {
      filter: { not: "8" },
      sort: { field: "name", order: "DESC" },
      pagination: { page: 2, perPage: 1 },
    });
    expect(page).toEqual({ data: [rows[0]], total: 2 });
  },
);

it("vendorHttpClient returns the rows with the requested ids", async () => {
  expect(await aProvider({ list }).getMany("records", { ids: ["9", "7"] })).toEqual({
    data: [rows[0], rows[2]],
  });
});

it("vendorHttpClient translates getOne, create, update and delete, with any id", async () => {
  const id = "a/b c";
  const resource = {
    getOne: vi.fn(async () => ({ id })),
    create: vi.fn(async () => ({ id })),
    update: vi.fn(async () => ({ id })),
    delete: vi.fn(async () => ({ id })),
  };
  const provider = aProvider(resource);
  const data = { name: "Pecan Bayou" };
  const answers = [
    await provider.getOne("records", { id }),
    await provider.create("records", { data }),
    await provider.update("records", { id, data, previousData: { id } }),
    await provider.delete("records", { id, previousData: { id } }),
  ];
  expect(answers).toEqual(Array.from({ length: 4 }, () => ({ data: { id } })));
  expect(resource.getOne).toHaveBeenCalledWith(id);
  expect(resource.create).toHaveBeenCalledWith(data);
  expect(resource.update).toHaveBeenCalledWith(id, data);
  expect(resource.delete).toHaveBeenCalledWith(id);
});

it("vendorHttpClient rejects an operation that the services do not offer", async () => {
  await expect(aProvider({ list }).delete("records", { id: "7" })).rejects.toThrow(
    'do not support "delete" for "records"',
  );
});
