import { aZip } from "./aZip.ts";
import { pecanBranch } from "./modelTexts.ts";

/** The zip of Pecan Branch's folder, as a browser's file chooser is given it. */
export async function pecanZip() {
  const entries = Object.entries(pecanBranch).map(([path, content]) => ({ path: `Pecan/${path}`, content }));
  return { name: "Pecan.zip", mimeType: "application/zip", buffer: await aZip(entries) };
}
