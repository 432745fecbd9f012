import { createDataProvider, type PortalDataProvider } from "../../src/portal/providers/dataProvider.ts";
import { session } from "../../src/portal/providers/session.ts";
import { signIn } from "../../src/portal/providers/calls/signIn.ts";
import { createVendorCall } from "../../src/portal/providers/calls/vendorCall.ts";

export interface SignedIn {
  provider: PortalDataProvider;
  /** Sends a spatial extent; answers its stored name. */
  uploadExtent(file: File): Promise<string>;
}

/** The portal's providers, signed in at a real server as one of its demo users. */
export async function signInProvider(url: string, username: string): Promise<SignedIn> {
  const bases = { authBaseUrl: `${url}/api`, middlewareBaseUrl: `${url}/api` };
  const call = createVendorCall(bases, () => session.getAccount()?.accessToken);
  session.start(await signIn(call, { username, password: "FloodModel2026" }));
  const provider = createDataProvider(call, bases);
  return { provider, uploadExtent: (file) => sent(`${url}/api/vendors/upload-spatial-extent`, file) };
}

/** The portal sends with an XMLHttpRequest for its progress; jsdom's refuses another origin, so here it is a fetch. */
async function sent(address: string, file: File): Promise<string> {
  const form = new FormData();
  form.append("file", file);
  const headers = { "x-access-token": session.getAccount()!.accessToken };
  const answer = await fetch(address, { method: "POST", headers, body: form });
  return String(((await answer.json()) as Record<string, unknown>).spatial_extent_shapefile);
}
