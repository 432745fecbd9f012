import { StorageSharedKeyCredential, type ContainerClient } from "@azure/storage-blob";
import { setTimeout as delay } from "node:timers/promises";
import { BUNDLE_QUERY, packBundle, type SmallBlob } from "./blobBundle.ts";

const VERSION = "2021-12-02";
const TRIES = 3;
const WAIT = 500;

/**
 * Sends many small blobs to our own store in one signed request. Resolves once all of them are stored. Rejects with
 * the store's status as `statusCode` when it refuses; a connection that breaks is tried again, since sending the same
 * twice changes nothing. Rejects once the signal is aborted.
 */
export async function sendBundle(
  container: ContainerClient,
  blobs: SmallBlob[],
  signal?: AbortSignal,
): Promise<void> {
  const address = new URL(container.url);
  const body = packBundle(blobs);
  for (const [name, value] of Object.entries(BUNDLE_QUERY)) address.searchParams.set(name, value);
  for (let tried = 1; ; tried += 1) {
    const answer = await fetch(address, {
      method: "PUT",
      headers: signedHeaders(container, address, body.length),
      body: body as Buffer<ArrayBuffer>,
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      if (tried >= TRIES || signal?.aborted) throw error;
    });
    if (answer) {
      await answer.body?.cancel();
      if (answer.status === 201) return;
      throw Object.assign(new Error(`The store answered ${answer.status} to a bundle of files`), {
        statusCode: answer.status,
      });
    }
    await delay(WAIT * tried, undefined, signal ? { signal } : {});
  }
}

/** The protocol's signature with the account's key: of method, length, own headers and address. */
function signedHeaders(container: ContainerClient, address: URL, length: number): Record<string, string> {
  const { credential } = container;
  if (!(credential instanceof StorageSharedKeyCredential)) throw new Error("Bundles need the account's key");
  const own = { "x-ms-date": new Date().toUTCString(), "x-ms-version": VERSION };
  // Between the length and our own headers: the eight headers of the signature that are not sent.
  const unset = Array.from({ length: 8 }, () => "");
  const lines = [
    ...["PUT", "", "", String(length), ...unset],
    ...Object.entries(own).map(([name, value]) => `${name}:${value}`),
    `/${container.accountName}${address.pathname}`,
    ...Object.entries(BUNDLE_QUERY).map(([name, value]) => `${name}:${value}`),
  ];
  const signature = credential.computeHMACSHA256(lines.join("\n"));
  return { ...own, authorization: `SharedKey ${container.accountName}:${signature}` };
}
