import { aZip } from "./aZip.ts";
import { pecanBranch } from "./modelTexts.ts";

/** A zip of the Pecan Branch model, as a file for a browser's file chooser. */
export async function pecanZip() {
  const entries = Object.entries(pecanBranch).map(([path, content]) => ({ path: `Pecan/${path}`, content }));
  return { name: "Pecan.zip", mimeType: "application/zip", buffer: await aZip(entries) };
}
