import {
  BlobSASPermissions,
  ContainerSASPermissions,
  SASProtocol,
  type ContainerClient,
} from "@azure/storage-blob";
import {
  DataLakeSASPermissions,
  DirectorySASPermissions,
  generateDataLakeSASQueryParameters,
  type DataLakeSASSignatureValues,
} from "@azure/storage-file-datalake";
import { createHmac } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBlobStorage } from "../../../src/server/storage/blobStorage.ts";
import { createBlockId } from "./blobContent.ts";
import { ACCOUNT, sharedKey, startStore, type RunningStore } from "./embeddedStore.ts";

let store: RunningStore;
let container: ContainerClient;
const FOLDER = "region-03/one";

beforeAll(async () => {
  store = await startStore();
  container = store.service.getContainerClient("ms2");
  await container.create();
  await store.service.createContainer("other");
  for (const name of [`${FOLDER}/in.txt`, "region-03/one.txt", "region-03/one2/x", "region-03/two/x", FOLDER])
    await container.getBlockBlobClient(name).upload("text", 4);
});
afterAll(() => store.stop());

const inAMinute = () => new Date(Date.now() + 60_000);

const folderQuery = (overrides: Partial<DataLakeSASSignatureValues> = {}) =>
  generateDataLakeSASQueryParameters(
    {
      fileSystemName: "ms2",
      pathName: FOLDER,
      isDirectory: true,
      permissions: DirectorySASPermissions.parse("racwlm"),
      expiresOn: inAMinute(),
      ...overrides,
    },
    sharedKey,
  ).toString();

const address = (path: string, query: string) =>
  `${store.endpoint}/${path}${path.includes("?") ? "&" : "?"}${query}`;

async function status(method: string, path: string, query: string, headers: Record<string, string> = {}) {
  const body = method === "PUT" ? "body" : null;
  const sent = { "x-ms-blob-type": "BlockBlob", ...headers };
  return (await fetch(address(path, query), { method, body, headers: sent })).status;
}

describe("a SAS token for a folder", () => {
  const query = folderQuery();
  const block = `comp=block&blockid=${encodeURIComponent(createBlockId(1))}`;

  it.each([
    ["GET", `ms2/${FOLDER}/in.txt`, 200],
    ["HEAD", `ms2/${FOLDER}/in.txt`, 200],
    ["HEAD", `ms2/${FOLDER}`, 200],
    ["PUT", `ms2/${FOLDER}/new.txt`, 201],
    ["PUT", `ms2/${FOLDER}/deeper/new.txt`, 201],
    ["PUT", `ms2/${FOLDER}/blocks.bin?${block}`, 201],
    ["GET", `ms2/${FOLDER}/blocks.bin?comp=blocklist&blocklisttype=all`, 200],
    ["GET", `ms2?restype=container&comp=list&prefix=${FOLDER}/`, 200],
  ])("allows %s %s", async (method, path, expected) => {
    expect(await status(method, path, query)).toBe(expected);
  });

  it.each([
    ["GET", "ms2/region-03/two/x"],
    ["GET", "ms2/region-03/one2/x"],
    ["GET", "ms2/region-03/one.txt"],
    ["GET", `ms2/${FOLDER}`],
    ["HEAD", "ms2/region-03/two/x"],
    ["HEAD", "ms2/region-03/two"],
    ["HEAD", "ms2/region-03"],
    ["HEAD", "ms2/region-03/one.txt"],
    ["GET", "ms2/region-03/two/x?comp=blocklist&blocklisttype=all"],
    ["PUT", "ms2/region-03/two/x"],
    ["PUT", `ms2/${FOLDER}`],
    ["PUT", "ms2/new.txt"],
    ["PUT", `other/${FOLDER}/new.txt`],
    ["PUT", `ms2/region-03/two/x?${block}`],
    ["PUT", "ms2/region-03/two/x?comp=blocklist"],
    ["PUT", "ms2/region-03/two/x?comp=metadata"],
    ["PUT", "ms2/region-03/two/x?comp=properties"],
    ["DELETE", "ms2/region-03/two/x"],
    ["DELETE", `ms2/${FOLDER}/in.txt`],
    ["GET", "ms2?restype=container&comp=list"],
    ["GET", "ms2?restype=container&comp=list&prefix="],
    ["GET", "ms2?restype=container&comp=list&prefix=region-03/"],
    ["GET", `ms2?restype=container&comp=list&prefix=${FOLDER}`],
    ["GET", "ms2?restype=container&comp=list&prefix=region-03/two/"],
    ["GET", `ms2?restype=container&comp=list&prefix=region-03/two/&prefix=${FOLDER}/`],
    ["GET", `other?restype=container&comp=list&prefix=${FOLDER}/`],
    ["GET", "ms2?restype=container"],
    ["GET", "?comp=list"],
    ["PUT", "third?restype=container"],
  ])("rejects %s %s", async (method, path) => {
    expect(await status(method, path, query)).toBe(403);
  });

  it("lists nothing outside the folder, with any marker", async () => {
    const marker = Buffer.from("a").toString("base64url");
    const list = await fetch(
      address(`ms2?restype=container&comp=list&prefix=${FOLDER}/&marker=${marker}`, query),
    );
    const names = [...(await list.text()).matchAll(/<Name>([^<]*)/g)].map(([, name]) => name!);
    expect(names).toContain(`${FOLDER}/in.txt`);
    expect(names.filter((name) => !name.startsWith(`${FOLDER}/`))).toEqual([]);
  });

  it.each(["..", "."])("rejects a path with %j", async (dots) => {
    const path = `/floodstore/ms2/${FOLDER}/${dots}/two/x?${query}`;
    const statusCode = await new Promise((resolve, reject) =>
      request({ host: "127.0.0.1", port: store.port, path }, (answer) => resolve(answer.resume().statusCode))
        .on("error", reject)
        .end(),
    );
    expect(statusCode).toBe(403);
  });

  it("copies only from a source with read permission", async () => {
    const copy = (source: string) =>
      status("PUT", `ms2/${FOLDER}/copy.txt`, query, {
        "x-ms-copy-source": `${store.endpoint}/ms2/${source}`,
      });
    expect(await copy(`${FOLDER}/in.txt?${query}`)).toBe(201);
    expect(await copy(`region-03/two/x?${query}`)).toBe(403);
    expect(await copy("region-03/two/x")).toBe(403);
    expect(await copy(`${FOLDER}/in.txt`)).toBe(403);
  });

  it.each(["1", "3", "0", "-1", "", "2.0", "1e0"])("rejects the directory depth %j", async (depth) => {
    const stretched = query.replace("sdd=2", `sdd=${depth}`);
    expect(stretched).not.toBe(query);
    for (const path of ["region-03/two/x", `${FOLDER}/in.txt`, FOLDER])
      expect(await status("GET", `ms2/${path}`, stretched)).toBe(403);
  });
});

describe("the signature", () => {
  const read = (query: string) => status("GET", `ms2/${FOLDER}/in.txt`, query);

  it.each([
    ["sp", "racwdlm"],
    ["se", "2099-01-01T00:00:00Z"],
    ["st", "2020-01-01T00:00:00Z"],
    ["sr", "c"],
    ["sr", "b"],
    ["sr", ""],
    ["sv", "2019-12-12"],
    ["sv", "2015-04-05"],
    ["sip", "0.0.0.0-255.255.255.255"],
    ["spr", "http"],
    ["rsct", "text/html"],
    ["rscd", "inline"],
    ["si", "policy"],
    ["sig", ""],
  ])("covers %s: %j", async (name, value) => {
    const query = new URLSearchParams(folderQuery());
    query.set(name, value);
    expect(await read(query.toString())).toBe(403);
  });

  it("is accepted only in canonical base64", async () => {
    const query = new URLSearchParams(folderQuery());
    const signature = query.get("sig")!;
    const bytes = Buffer.from(signature, "base64");
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const last = letters.indexOf(signature.at(-2)!);
    const forged = [
      `${signature.slice(0, -2)}${letters[last ^ 1]}=`,
      signature.replace(/=+$/, ""),
      `${signature}=`,
      `${signature} `,
      `${signature.slice(0, 10)}\n${signature.slice(10)}`,
      `${signature}!`,
      bytes.toString("base64url"),
      bytes.toString("hex"),
    ].filter((text) => text !== signature);
    // A lenient decoder reads all but the hexadecimal one as the same bytes.
    expect(forged.filter((text) => Buffer.from(text, "base64").equals(bytes)).length).toBeGreaterThan(5);
    for (const text of forged) {
      query.set("sig", text);
      expect(await read(query.toString())).toBe(403);
    }
    query.set("sig", signature);
    expect(await read(query.toString())).toBe(200);
  });

  it("of another key is rejected", async () => {
    const other = createHmac("sha256", "other").update("x").digest("base64");
    const query = new URLSearchParams(folderQuery());
    query.set("sig", other);
    expect(await read(query.toString())).toBe(403);
  });

  it("is valid only in its period", async () => {
    const early = { startsOn: new Date(Date.now() + 30_000) };
    const late = { expiresOn: new Date(Date.now() - 1000) };
    expect(await read(folderQuery(early))).toBe(403);
    expect(await read(folderQuery(late))).toBe(403);
    expect(await read(folderQuery({ startsOn: new Date(Date.now() - 30_000) }))).toBe(200);
  });

  it("is valid only for its IP range and protocol", async () => {
    expect(await read(folderQuery({ ipRange: { start: "127.0.0.0", end: "127.0.0.9" } }))).toBe(200);
    expect(await read(folderQuery({ ipRange: { start: "127.0.0.1" } }))).toBe(200);
    expect(await read(folderQuery({ ipRange: { start: "10.0.0.1", end: "10.0.0.9" } }))).toBe(403);
    expect(await read(folderQuery({ ipRange: { start: "127.0.0.2", end: "200.0.0.0" } }))).toBe(403);
    expect(await read(folderQuery({ protocol: SASProtocol.Https }))).toBe(403);
    expect(await read(folderQuery({ protocol: SASProtocol.HttpsAndHttp }))).toBe(200);
  });

  it("of an older protocol version is accepted", async () => {
    expect(await read(folderQuery({ version: "2020-02-10" }))).toBe(200);
  });
});

describe("each permission", () => {
  const query = (permissions: string) =>
    folderQuery({ permissions: DirectorySASPermissions.parse(permissions) });
  const list = `ms2?restype=container&comp=list&prefix=${FOLDER}/`;
  const file = `ms2/${FOLDER}/in.txt`;

  it.each([
    ["r", { GET: 200, PUT: 403, DELETE: 403, list: 403 }],
    ["l", { GET: 403, PUT: 403, DELETE: 403, list: 200 }],
    ["w", { GET: 403, PUT: 201, DELETE: 403, list: 403 }],
    ["c", { GET: 403, PUT: 403, DELETE: 403, list: 403 }],
    ["a", { GET: 403, PUT: 403, DELETE: 403, list: 403 }],
    ["m", { GET: 403, PUT: 403, DELETE: 403, list: 403 }],
  ])("%s allows only its operations", async (permission, expected) => {
    const granted = query(permission);
    expect({
      GET: await status("GET", file, granted),
      PUT: await status("PUT", file, granted),
      DELETE: await status("DELETE", file, granted),
      list: await status("GET", list, granted),
    }).toEqual(expected);
  });

  it("c allows creating a blob, also in blocks, but not overwriting one", async () => {
    const granted = query("c");
    const named = (name: string) => `ms2/${FOLDER}/${name}`;
    expect(await status("PUT", named("created.txt"), granted)).toBe(201);
    expect(await status("PUT", named("created.txt"), granted)).toBe(403);
    const put = (path: string, body: string) => fetch(address(path, granted), { method: "PUT", body });
    const list = `<BlockList><Latest>${createBlockId(1)}</Latest></BlockList>`;
    for (const [name, expected] of [["made.bin", 201] as const, ["made.bin", 403] as const]) {
      await put(`${named(name)}?comp=block&blockid=${encodeURIComponent(createBlockId(1))}`, "part");
      expect((await put(`${named(name)}?comp=blocklist`, list)).status).toBe(expected);
    }
  });

  it("d allows deleting", async () => {
    await container.getBlockBlobClient(`${FOLDER}/gone.txt`).upload("x", 1);
    expect(await status("DELETE", `ms2/${FOLDER}/gone.txt`, query("d"))).toBe(202);
  });
});

describe("a SAS token", () => {
  it("for a blob allows only that blob", async () => {
    const options = { permissions: BlobSASPermissions.parse("rw"), expiresOn: inAMinute() };
    const query = new URL(
      await container.getBlobClient("region-03/two/x").generateSasUrl(options),
    ).search.slice(1);
    expect(await status("GET", "ms2/region-03/two/x", query)).toBe(200);
    for (const path of [
      "ms2/region-03/two/x2",
      "ms2/region-03/two",
      "other/region-03/two/x",
      `ms2/${FOLDER}/in.txt`,
    ])
      expect(await status("GET", path, query)).toBe(403);
    expect(await status("GET", "ms2?restype=container&comp=list&prefix=region-03/two/x", query)).toBe(403);
  });

  it("for a container allows only that container", async () => {
    const options = { permissions: ContainerSASPermissions.parse("rl"), expiresOn: inAMinute() };
    const query = new URL(await container.generateSasUrl(options)).search.slice(1);
    expect(await status("GET", "ms2/region-03/two/x", query)).toBe(200);
    expect(await status("GET", "ms2?restype=container&comp=list", query)).toBe(200);
    expect(await status("GET", "other?restype=container&comp=list", query)).toBe(403);
    expect(await status("PUT", "ms2/x", query)).toBe(403);
    expect(await status("GET", "?comp=list", query)).toBe(403);
  });

  it("never allows creating a container", async () => {
    const options = { permissions: ContainerSASPermissions.parse("racwdl"), expiresOn: inAMinute() };
    const made = store.service.getContainerClient("made-by-grant");
    const query = new URL(await made.generateSasUrl(options)).search.slice(1);
    expect(await status("PUT", "made-by-grant?restype=container", query)).toBe(403);
    expect(await made.exists()).toBe(false);
  });

  it("for a file does not allow a folder of that name", async () => {
    const permissions = DataLakeSASPermissions.parse("r");
    const query = folderQuery({ isDirectory: false, permissions });
    expect(await status("GET", `ms2/${FOLDER}`, query)).toBe(200);
    expect(await status("GET", `ms2/${FOLDER}/in.txt`, `${query}&sdd=2`)).toBe(403);
  });

  it("for an upload allows everything inside its folder and nothing outside", async () => {
    const storage = createBlobStorage({ connectionString: store.connectionString, container: "ms2" });
    const { query } = await storage.grantUpload(FOLDER, "model.zip", inAMinute());
    expect(new URLSearchParams(query).get("sp")).toBe("racwlm");
    expect(await status("PUT", `ms2/${FOLDER}/model.zip`, query)).toBe(201);
    expect(await status("PUT", "ms2/region-03/two/model.zip", query)).toBe(403);
  });
});

describe("the account's key", () => {
  const signed = (authorization: string, date = new Date()) =>
    fetch(`${store.endpoint}?comp=list`, {
      headers: { Authorization: authorization, "x-ms-date": date.toUTCString() },
    });
  const signature = (date: Date, key = ACCOUNT.accountKey) =>
    createHmac("sha256", Buffer.from(key, "base64"))
      .update(`GET${"\n".repeat(12)}x-ms-date:${date.toUTCString()}\n/floodstore/floodstore\ncomp:list`)
      .digest("base64");

  it("authenticates requests", async () => {
    const now = new Date();
    expect((await signed(`SharedKey floodstore:${signature(now)}`, now)).status).toBe(200);
  });

  it.each([
    ["another account", (now: Date) => `SharedKey someone:${signature(now)}`],
    ["another key", (now: Date) => `SharedKey floodstore:${signature(now, "b3RoZXI=")}`],
    ["another time", (now: Date) => `SharedKey floodstore:${signature(new Date(now.getTime() - 60_000))}`],
    ["another writing", (now: Date) => `SharedKey floodstore:${signature(now).replace(/=$/, "")}`],
    ["another scheme", () => "Bearer x"],
    ["no scheme", () => ""],
  ])("rejects %s", async (_, authorization) => {
    const now = new Date();
    expect((await signed(authorization(now), now)).status).toBe(403);
  });

  it("rejects a request signed long ago", async () => {
    const past = new Date(Date.now() - 16 * 60_000);
    expect((await signed(`SharedKey floodstore:${signature(past)}`, past)).status).toBe(403);
  });
});
