import type { EntitySchema } from "../../../src/contract/schema/fields.ts";
import type { VocabularyFault } from "./vocabularyFault.ts";

/** Roles that code asks for, by schema: without one of them the portal or its services would stop. */
export const NEEDED_ROLES: Record<string, string[]> = {
  metadata: [
    ...["title", "summary", "identifier", "region", "county", "city"],
    ...["extent", "contacts", "originator"],
  ],
  contact: ["firstName", "lastName", "email", "phone", "affiliation"],
};

/** Roles that no field of a schema plays any more, and that code needs. */
export function roleFaults(schema: EntitySchema): VocabularyFault[] {
  const played = Object.values(schema.properties).map((field) => field["x-role"]);
  return (NEEDED_ROLES[schema.$id] ?? [])
    .filter((role) => !played.includes(role))
    .map((role) => ({
      path: ["properties"],
      at: "name",
      message: `No field has the x-role "${role}", by which code finds it: give it to the field that takes its place.`,
    }));
}
