import type { FastifyInstance, FastifyRequest } from "fastify";
import { featuresOf } from "../../contract/wire/endpoints.ts";
import { faultsOfChange, type Fault } from "../../contract/rules/faults.ts";
import { fieldWithRole, schemaOf, textOf, type JsonObject } from "../../contract/schema/fields.ts";
import { messages } from "../../contract/messages.ts";
import { CONTACT_IDENTIFIER } from "../../contract/schema/product.ts";
import type { References } from "../../contract/schema/references.ts";
import { encode } from "../../contract/wire/wire.ts";
import { idempotent } from "../idempotent.ts";
import { decodedBody, faultsOf, refuseFaults } from "../documentOf.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import {
  findContact,
  insertContact,
  listContacts,
  updateContact,
  type StoredContact,
} from "../stores/contactStore.ts";
import { audit, type AuditEvent } from "../stores/auditStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { bodyOf } from "./requests.ts";
import { operation, TEXT_BODY } from "./operation.ts";

const listContactsCall = operation("listContacts", {
  tag: "Contacts and lists",
  summary: "List contacts",
  description: "Every contact, each with the number of records that name it as record_count.",
  answer: "Contact",
  isList: true,
});

const getContactCall = operation("getContact", {
  tag: "Contacts and lists",
  summary: "Read one contact",
  description: "One contact, with the number of records that name it as record_count.",
  answer: "Contact",
  isList: true,
  refusals: { "404": "There is no such contact." },
});

const addContactCall = operation("addContact", {
  tag: "Contacts and lists",
  summary: "Add a contact",
  description: "Adds a contact that every vendor can name on records.",
  body: "NewContact",
  bodyLimit: TEXT_BODY,
  headers: {
    "Idempotency-Key": "Any text of the caller's own. The same key gets the same answer, and one contact.",
  },
  answer: "Contact",
  isList: true,
  refusals: { "400": "A field breaks a rule.", "409": "Another contact has this email." },
});

const updateContactCall = operation("updateContact", {
  tag: "Contacts and lists",
  summary: "Update a contact",
  description:
    "Changes a contact on every record that names it. The email stays as it is, and is not checked again.",
  body: "ContactChange",
  bodyLimit: TEXT_BODY,
  answer: "Contact",
  isList: true,
  refusals: {
    "400": "A field breaks a rule, or the email is another one.",
    "404": "There is no such contact.",
  },
});

/** Contacts, which all signed-in users share. */
export function contactRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;

  app.route({
    ...listContactsCall,
    handler: async () => contactAnswer(await listContacts(db)),
  });

  app.route<{ Params: { contactId: string } }>({
    ...getContactCall,
    handler: async (request) => contactAnswer([await contactOf(services, request.params.contactId)]),
  });

  app.route({
    ...addContactCall,
    handler: async (request, reply) => {
      const references = await loadReferences(db);
      const document = decodedBody("contact", bodyOf(request), references);
      refuseFaults([...faultsOf("contact", document), ...affiliationFaults(document, references)]);
      return idempotent(services, request, reply, async (trx) => {
        const made = { document, updatedBy: request.user.username, now: now() };
        const contact = await insertContact(trx, made);
        if (!contact) throw emailTaken();
        await audit(trx, auditOf(request, "contact added", contact.id), now());
        return { body: contactAnswer([contact]) };
      });
    },
  });

  app.route({
    ...updateContactCall,
    handler: async (request) => {
      const body = bodyOf(request);
      const contact = await contactOf(services, String(body["contact_id"] ?? body[CONTACT_IDENTIFIER] ?? ""));
      const references = await loadReferences(db);
      const change = decodedBody("contact", body, references);
      const document = updatedDocument(contact.document, change, references);
      await db.transaction().execute(async (trx) => {
        await updateContact(trx, { id: contact.id, document, updatedBy: request.user.username, now: now() });
        await audit(trx, auditOf(request, "contact changed", contact.id), now());
      });
      return contactAnswer([{ ...contact, document }]);
    },
  });
}

const auditOf = ({ user, ip }: FastifyRequest, event: AuditEvent, contactId: number) => ({
  ...{ event, username: user.username, address: ip },
  detail: { contactId: String(contactId) },
});

async function contactOf({ db }: Services, id: string): Promise<StoredContact> {
  const contact = await findContact(db, id);
  if (!contact) throw new Refusal(404, "There is no such contact.");
  return contact;
}

/**
 * Email and affiliation stay as they are where the call leaves them out. A contact is recognised by its email: another
 * one is refused, and its own is not checked again, since it may have been given under other rules.
 */
function updatedDocument(before: JsonObject, change: JsonObject, references: References): JsonObject {
  const schema = schemaOf("contact");
  const [email, affiliation] = [fieldWithRole(schema, "email"), fieldWithRole(schema, "affiliation")];
  const kept = { [email]: before[email], [affiliation]: before[affiliation] };
  const asked = { ...kept, ...change };
  const isSameEmail =
    textOf(schema, asked, "email").toLowerCase() === textOf(schema, before, "email").toLowerCase();
  const document = isSameEmail ? { ...asked, [email]: before[email] } : asked;
  const faults = faultsOfChange(faultsOf("contact", document), before, document, [email]);
  if (!isSameEmail && !faults.some(({ path }) => path[0] === email))
    faults.push({ path: [email], rule: "fixed", message: "The email of a contact cannot be changed." });
  if (document[affiliation] !== before[affiliation]) faults.push(...affiliationFaults(document, references));
  refuseFaults(faults);
  return document;
}

/** An affiliation is an agency of the list, or any other by its name. A number that no agency has is neither. */
function affiliationFaults(document: JsonObject, { agencies }: References): Fault[] {
  const schema = schemaOf("contact");
  const affiliation = textOf(schema, document, "affiliation");
  if (!/^\d+$/.test(affiliation) || agencies.some(({ id }) => id === affiliation)) return [];
  return [{ path: [fieldWithRole(schema, "affiliation")], rule: "listed", message: UNKNOWN_AGENCY }];
}

const UNKNOWN_AGENCY = "No agency has this number. Choose one of the list, or give its name.";

function emailTaken(): Refusal {
  const path = [fieldWithRole(schemaOf("contact"), "email")];
  const fault = { path, rule: "unique", message: messages.contactExists };
  return new Refusal(409, messages.contactExists, [fault]);
}

const contactAnswer = (contacts: StoredContact[]) =>
  featuresOf(
    contacts.map(({ id, document, recordCount }) => ({
      ...encode(schemaOf("contact"), document, "read"),
      id: String(id),
      contact_id: String(id),
      [CONTACT_IDENTIFIER]: String(id),
      record_count: recordCount,
    })),
  );
