import type { Agency, Collection, ContactRole, Software } from "../generated/entities.ts";

/** The lists that come from calls and that some codecs need to turn names into ids and back. */
export interface References {
  collections: Collection[];
  agencies: Agency[];
  software: Software[];
  contactRoles: ContactRole[];
}

/** For documents whose codecs need no list, such as messages. */
export const NO_REFERENCES: References = { collections: [], agencies: [], software: [], contactRoles: [] };
