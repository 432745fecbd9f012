import type { FastifyInstance, FastifyRequest } from "fastify";
import { toFeatureCollection } from "../../contract/wire/endpoints.ts";
import { checkNewValues, type OptionValuesBySource } from "../../contract/rules/checkNewValues.ts";
import { omitErrorsOfUnchangedFields, type FieldError } from "../../contract/rules/fieldErrors.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getFieldNameByRole, getSchema, getFieldText } from "../../contract/schema/fields.ts";
import { messages } from "../../contract/messages.ts";
import { CONTACT_ID_KEY } from "../../contract/schema/product.ts";
import type { References } from "../../contract/schema/references.ts";
import { encode } from "../../contract/wire/wire.ts";
import { runIdempotent } from "./runIdempotent.ts";
import { loadOptionValues } from "../optionValues.ts";
import { decodeBody, validateDocument, requireNoErrors } from "../parseBody.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import {
  findContact,
  insertContact,
  listContacts,
  lockContact,
  updateContact,
  type StoredContact,
} from "../stores/contactStore.ts";
import { recordAuditEvent, type AuditEvent } from "../stores/auditStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { isSameEtag } from "../etags.ts";
import { requireJsonBody } from "./requests.ts";
import { defineOperation, IDEMPOTENCY_KEY_HEADER, TEXT_BODY_LIMIT_BYTES } from "./operation.ts";
import { parseRowCursor, sendPage, type PageQuery } from "./paging.ts";

const listContactsCall = defineOperation("listContacts", {
  tag: "Contacts and reference lists",
  summary: "List contacts",
  description:
    "Returns all contacts, or one page of them. record_count is the number of records that use a contact.",
  response: "Contact",
  isList: true,
  isPaged: true,
});

const getContactCall = defineOperation("getContact", {
  tag: "Contacts and reference lists",
  summary: "Read one contact",
  description:
    "Returns one contact. record_count is the number of records that use it. Send its etag as If-Match when you update the contact.",
  response: "Contact",
  isList: true,
  errors: { "404": "The contact does not exist." },
});

const addContactCall = defineOperation("addContact", {
  tag: "Contacts and reference lists",
  summary: "Add a contact",
  description: "Adds a contact that every vendor can use in records.",
  body: "NewContact",
  bodyLimit: TEXT_BODY_LIMIT_BYTES,
  headers: IDEMPOTENCY_KEY_HEADER,
  response: "Contact",
  isList: true,
  errors: { "400": "A field of the contact is not valid.", "409": "Another contact has this email address." },
});

const updateContactCall = defineOperation("updateContact", {
  tag: "Contacts and reference lists",
  summary: "Update a contact",
  description:
    "Changes a contact in every record that uses it. The email address cannot be changed and is not validated again.",
  body: "ContactChange",
  bodyLimit: TEXT_BODY_LIMIT_BYTES,
  headers: {
    "If-Match":
      "The etag of the contact as you read it. Without If-Match, the request overwrites changes that other users saved.",
  },
  response: "Contact",
  isList: true,
  errors: {
    "400": "A field of the contact is not valid, or the email address differs.",
    "404": "The contact does not exist.",
    "409": "Another user changed the contact after it was read. `current` is the contact as it is now.",
  },
});

export function contactRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;

  app.route<{ Querystring: PageQuery }>({
    ...listContactsCall,
    handler: async (request, reply) => {
      const after = parseRowCursor(request.query.after);
      const contacts = await sendPage(request, reply, {
        query: { ...request.query },
        list: (limit) => listContacts(db, { after, limit }),
        getCursor: ({ id }) => String(id),
      });
      return toContactFeatures(contacts);
    },
  });

  app.route<{ Params: { contactId: string } }>({
    ...getContactCall,
    handler: async ({ params }) => toContactFeatures([requireFound(await findContact(db, params.contactId))]),
  });

  app.route({
    ...addContactCall,
    handler: async (request, reply) => {
      const references = await loadReferences(db);
      const document = decodeBody("contact", requireJsonBody(request), references);
      requireNoErrors([
        ...validateDocument("contact", document),
        ...validateAffiliation(document, references),
        ...checkNewValues(getSchema("contact"), document, undefined, await loadOptionValues(references)),
      ]);
      return runIdempotent(services, request, reply, async (trx) => {
        const newContact = { document, updatedBy: request.user.username, now: now() };
        const contact = await insertContact(trx, newContact);
        if (!contact) throw createEmailTakenError();
        await recordAuditEvent(trx, buildAuditEntry(request, "contact added", contact.id), now());
        return { body: toContactFeatures([contact]) };
      });
    },
  });

  app.route({
    ...updateContactCall,
    handler: async (request) => {
      const body = requireJsonBody(request);
      const id = String(body["contact_id"] ?? body[CONTACT_ID_KEY] ?? "");
      const references = await loadReferences(db);
      const change = decodeBody("contact", body, references);
      const optionValues = await loadOptionValues(references);
      return db.transaction().execute(async (trx) => {
        const contact = requireFound(await lockContact(trx, id));
        requireUnchanged(contact, request.headers["if-match"]);
        const document = validateUpdate(contact.document, change, references, optionValues);
        const updatedBy = request.user.username;
        const updated = await updateContact(trx, { id: contact.id, document, updatedBy, now: now() });
        await recordAuditEvent(trx, buildAuditEntry(request, "contact changed", contact.id), now());
        return toContactFeatures([updated]);
      });
    },
  });
}

function requireUnchanged(contact: StoredContact, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === "*" || isSameEtag(ifMatch, computeContactEtag(contact))) return;
  throw new HttpError(409, messages.contactChanged, undefined, { current: toContactFeatures([contact]) });
}

const computeContactEtag = ({ id, revision }: StoredContact) => `"${id}-${revision}"`;

const buildAuditEntry = ({ user, ip }: FastifyRequest, event: AuditEvent, contactId: number) => ({
  ...{ event, username: user.username, address: ip },
  detail: { contactId: String(contactId) },
});

function requireFound(contact: StoredContact | undefined): StoredContact {
  if (!contact) throw new HttpError(404, "The contact does not exist.");
  return contact;
}

/**
 * A missing email or affiliation keeps its value. The email identifies a contact and cannot change; an unchanged email is
 * not validated again, since the rules may have changed since it was saved.
 */
function validateUpdate(
  before: JsonObject,
  change: JsonObject,
  references: References,
  optionValues: OptionValuesBySource,
): JsonObject {
  const schema = getSchema("contact");
  const [email, affiliation] = [
    getFieldNameByRole(schema, "email"),
    getFieldNameByRole(schema, "affiliation"),
  ];
  const previous = { [email]: before[email], [affiliation]: before[affiliation] };
  const changed = { ...previous, ...change };
  const isSameEmail =
    getFieldText(schema, changed, "email").toLowerCase() ===
    getFieldText(schema, before, "email").toLowerCase();
  const document = isSameEmail ? { ...changed, [email]: before[email] } : changed;
  const errors = omitErrorsOfUnchangedFields(validateDocument("contact", document), before, document, [
    email,
  ]);
  if (!isSameEmail && !errors.some(({ path }) => path[0] === email))
    errors.push({
      path: [email],
      rule: "fixed",
      message: "The email address of a contact cannot be changed.",
    });
  if (document[affiliation] !== before[affiliation])
    errors.push(...validateAffiliation(document, references));
  errors.push(...checkNewValues(schema, document, before, optionValues));
  requireNoErrors(errors);
  return document;
}

/** An affiliation is the id of a listed agency or any name. An unknown id is not a name. */
function validateAffiliation(document: JsonObject, { agencies }: References): FieldError[] {
  const schema = getSchema("contact");
  const affiliation = getFieldText(schema, document, "affiliation");
  if (!/^\d+$/.test(affiliation) || agencies.some(({ id }) => id === affiliation)) return [];
  return [{ path: [getFieldNameByRole(schema, "affiliation")], rule: "listed", message: UNKNOWN_AGENCY }];
}

const UNKNOWN_AGENCY = "No agency has this number. Choose an agency from the list or enter its name.";

function createEmailTakenError(): HttpError {
  const path = [getFieldNameByRole(getSchema("contact"), "email")];
  const error = { path, rule: "unique", message: messages.contactExists };
  return new HttpError(409, messages.contactExists, [error]);
}

const toContactFeatures = (contacts: StoredContact[]) =>
  toFeatureCollection(
    contacts.map((contact) => {
      const { id, document, recordCount } = contact;
      return {
        ...encode(getSchema("contact"), document, "read"),
        id: String(id),
        contact_id: String(id),
        [CONTACT_ID_KEY]: String(id),
        record_count: recordCount,
        etag: computeContactEtag(contact),
      };
    }),
  );
