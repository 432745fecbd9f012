import { QueryClient } from "@tanstack/react-query";
import { createDataProvider, type PortalDataProvider } from "../../src/portal/providers/dataProvider.ts";
import { session } from "../../src/portal/providers/session.ts";
import { signIn } from "../../src/portal/providers/calls/signIn.ts";
import { createVendorCall } from "../../src/portal/providers/calls/vendorCall.ts";

export interface SignedIn {
  provider: PortalDataProvider;
  /** Uploads a spatial extent and returns its stored name. */
  uploadExtent(file: File): Promise<string>;
}

/** Logs the portal's data provider in to a real server as a demo user. */
export async function signInProvider(url: string, username: string): Promise<SignedIn> {
  const bases = { authBaseUrl: `${url}/api`, middlewareBaseUrl: `${url}/api` };
  const call = createVendorCall(bases, () => session.getAccount()?.accessToken);
  session.start(await signIn(call, { username, password: "FloodModel2026" }));
  const provider = createDataProvider(call, bases, new QueryClient());
  return { provider, uploadExtent: (file) => uploadFile(`${url}/api/vendors/upload-spatial-extent`, file) };
}

/** The portal uses XMLHttpRequest to show progress. The one of jsdom refuses another origin, so tests use fetch. */
async function uploadFile(address: string, file: File): Promise<string> {
  const form = new FormData();
  form.append("file", file);
  const headers = { "x-access-token": session.getAccount()!.accessToken };
  const answer = await fetch(address, { method: "POST", headers, body: form });
  return String(((await answer.json()) as Record<string, unknown>).spatial_extent_shapefile);
}
