import { CONTACT_IDENTIFIER } from "../../contract/product.ts";
import type { CallDescription } from "./callDescription.ts";

const group = "Contacts and lists";
const ID = { type: "string" };

export const contactCalls = {
  addContact: {
    group,
    summary: "Add a contact",
    description: "Adds a contact that every vendor can name on records.",
    body: "contact",
    also: { userId: ID },
    answer: ["contact"],
    isList: true,
    headers: {
      "Idempotency-Key": "Any text of the caller's own. The same key gets the same answer, and one contact.",
    },
    refusals: { 400: "A field breaks a rule.", 409: "Another contact has this email." },
  },
  updateContact: {
    group,
    summary: "Update a contact",
    description:
      "Changes a contact on every record that names it. The email stays as it is, and is not checked again.",
    body: "contact",
    isChange: true,
    also: { contact_id: ID, [CONTACT_IDENTIFIER]: ID },
    answer: ["contact"],
    isList: true,
    refusals: {
      400: "A field breaks a rule, or the email is another one.",
      404: "There is no such contact.",
    },
  },
  getContact: {
    group,
    summary: "Read one contact",
    description: "One contact, with the number of records that name it as record_count.",
    answer: ["contact"],
    isList: true,
    refusals: { 404: "There is no such contact." },
  },
  listContacts: {
    group,
    summary: "List contacts",
    description: "Every contact, each with the number of records that name it as record_count.",
    answer: ["contact"],
    isList: true,
  },
  listContactRoles: {
    group,
    summary: "List contact roles",
    description: "What a contact can do for a record.",
    answer: ["contact-role"],
    isList: true,
  },
  listAgencies: {
    group,
    summary: "List agencies",
    description: "The agencies and companies that contacts and models belong to.",
    answer: ["agency"],
    isList: true,
  },
  listSoftware: {
    group,
    summary: "List software",
    description: "The programs that run flood models. Records keep the abbreviation.",
    answer: ["software"],
    isList: true,
  },
  listCollections: {
    group,
    summary: "List collections",
    description: "The data system's collections, one for each flood planning region.",
    answer: ["collection"],
    isList: true,
  },
} satisfies Record<string, CallDescription>;
