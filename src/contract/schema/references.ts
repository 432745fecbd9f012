import type { Agency, Collection, ContactRole, Software } from "../generated/entities.ts";

/** Lists from the server that some codecs need to map names to ids. */
export interface References {
  collections: Collection[];
  agencies: Agency[];
  software: Software[];
  contactRoles: ContactRole[];
}

export const NO_REFERENCES: References = { collections: [], agencies: [], software: [], contactRoles: [] };
