import type { References } from "../../src/contract/schema/references.ts";

/** Small versions of the reference lists that the services return. */
export const someReferences = (overrides: Partial<References> = {}): References => ({
  collections: [
    { id: "161", name: "Region 01 Canadian-Upper Red" },
    { id: "117", name: "Region 02 Lower Red-Sulphur-Cypress" },
    { id: "903", name: "Region 03 Trinity" },
  ],
  agencies: [
    { id: "1", name: "Texas Water Development Board" },
    { id: "4", name: "Trinity River Authority" },
  ],
  software: [
    { name: "Hydrologic Engineering Center River Analysis System", abbreviation: "HEC-RAS" },
    { name: "TUFLOW", abbreviation: "TUFLOW" },
  ],
  contactRoles: [
    { id: "1", name: "Submitter" },
    { id: "2", name: "Metadata Creator" },
    { id: "9", name: "Digital Object Creator" },
  ],
  ...overrides,
});
