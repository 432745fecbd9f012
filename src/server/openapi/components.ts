import { getSchema, type SchemaName } from "../../contract/schema/fields.ts";
import { schemas } from "../../contract/generated/schemas.ts";
import { MAIL_FREQUENCIES } from "../../contract/mailFrequency.ts";
import { CONTACT_ID_KEY, RECORD_ID_KEY } from "../../contract/schema/product.ts";
import { initialReferences } from "../seed/seedReferences.ts";
import { buildWireComponent, type Component } from "./buildWireComponent.ts";
import { textSchema, ID_SCHEMA, withProperties, objectComponent } from "./componentParts.ts";
import { recordComponents } from "./recordComponents.ts";
import { uploadComponents } from "./uploadComponents.ts";
import { CHECKLIST, reviewComponents } from "./reviewComponents.ts";

const USER_ID = {
  userId: {
    type: ["string", "integer", "null"],
    description: "Contact id of the signed-in user.",
    example: "1",
  },
};
const SCHEMA_NAMES = Object.keys(schemas) as SchemaName[];

const readComponent = (...names: SchemaName[]) => buildWireComponent(names, "read", initialReferences);
const writeComponent = (name: SchemaName) => buildWireComponent([name], "write", initialReferences);

const hasProperties = ({ properties }: Component) => Object.keys(properties).length > 0;

/** Named by the title of the schema. The request body of an entity that is also returned is named New... */
function buildEntityComponents(): Record<string, Component> {
  const named = SCHEMA_NAMES.flatMap((name) => {
    const [readSchema, writeSchema, { title }] = [readComponent(name), writeComponent(name), getSchema(name)];
    const writeName = hasProperties(readSchema) ? `New${title}` : title;
    return [
      ...(hasProperties(readSchema) ? [[title, readSchema] as const] : []),
      ...(hasProperties(writeSchema) ? [[writeName, writeSchema] as const] : []),
    ];
  });
  return Object.fromEntries(named);
}

const contactIds = { contact_id: ID_SCHEMA, [CONTACT_ID_KEY]: ID_SCHEMA };

const ERROR_SCHEMA = {
  type: "object",
  required: ["path", "rule", "message"],
  properties: {
    path: { type: "array", items: { type: "string" } },
    rule: { type: "string" },
    message: { type: "string" },
  },
  example: { path: ["username"], rule: "pattern", message: "Required" },
};

const MAIL_FREQUENCY = { type: "string", enum: [...MAIL_FREQUENCIES], example: "daily" };

const OUTGOING_MAIL = objectComponent("A mail to one user.", {
  id: textSchema("1"),
  username: textSchema("vendor1", "The recipient."),
  subject: textSchema("Denton Creek: The agency accepted this model"),
  text: textSchema("Denton Creek\n\nThe agency accepted this model."),
  state: {
    type: "string",
    enum: ["waiting", "sent", "failed", "kept"],
    description: "kept: the server had no mail server.",
    example: "sent",
  },
  error: { type: ["string", "null"], description: "Why it was not sent, if known.", example: null },
  created: textSchema("2026-03-02T15:04:05.000Z"),
  sent: { type: ["string", "null"], example: "2026-03-02T15:04:06.000Z" },
});

/** parseBody validates the rules of these, with the messages of the schemas. */
export const entityComponents: Record<string, Component> = {
  ...buildEntityComponents(),
  NewRejection: withProperties(writeComponent("rejection"), CHECKLIST),
  Record: readComponent("metadata", "record"),
  NewRecord: withProperties(writeComponent("metadata"), USER_ID),
  RecordChange: withProperties(writeComponent("metadata"), { [RECORD_ID_KEY]: ID_SCHEMA, ...USER_ID }, [
    RECORD_ID_KEY,
  ]),
  Contact: withProperties(
    readComponent("contact"),
    {
      id: ID_SCHEMA,
      ...contactIds,
      record_count: { type: "integer", minimum: 0, example: 2 },
      etag: textSchema('"1-1"'),
    },
    ["id", ...Object.keys(contactIds), "record_count", "etag"],
  ),
  NewContact: withProperties(writeComponent("contact"), USER_ID),
  ContactChange: withProperties(
    { ...writeComponent("contact"), required: [] },
    { ...contactIds, ...USER_ID },
  ),
  PasswordChange: withProperties(writeComponent("change-password"), { username: textSchema("vendor1") }, [
    "username",
  ]),
};

export const ownComponents: Record<string, Component> = {
  ...recordComponents,
  ...uploadComponents,
  ...reviewComponents,
  Health: objectComponent("The status of the server.", {
    status: { type: "string", const: "ok", example: "ok" },
  }),
  MailSettings: objectComponent("How often the signed-in user gets mails.", {
    frequency: MAIL_FREQUENCY,
    address: textSchema("vera@example.com", "Where mails are sent. Empty without an email address."),
    sends_mail: {
      type: "boolean",
      description: "Whether this server has a mail server. Otherwise mails are kept and not sent.",
      example: true,
    },
  }),
  NewMailSettings: objectComponent("How often the signed-in user gets mails.", { frequency: MAIL_FREQUENCY }),
  OutgoingMail: objectComponent("The latest mails to users.", {
    sends_mail: { type: "boolean", example: true },
    mails: {
      type: "array",
      items: OUTGOING_MAIL,
      example: [OUTGOING_MAIL.example],
    },
  }),
  PasswordChanged: objectComponent("The password was changed. Contains the token of a new session.", {
    message: textSchema("Reset password successfully!"),
    accessToken: textSchema("eyJ..."),
    expirationTime: { type: "integer", description: "Epoch seconds.", example: 1793000000 },
  }),
  ErrorResponse: objectComponent(
    "The error message and, if fields are not valid, their errors.",
    {
      message: textSchema("Please fix 1 error(s)."),
      faults: {
        type: "array",
        description: "The first 20 errors.",
        items: ERROR_SCHEMA,
        example: [ERROR_SCHEMA.example],
      },
      fault_count: {
        type: "integer",
        description: "The number of all errors. Present only if there are more than the 20 listed.",
        example: 35,
      },
      request_id: {
        type: "string",
        description: "Only with status 500: the id of the request in the server's log.",
        example: "0b6f3c1e-3c5d-4a7e-9a51-0f6c2d1b8a44",
      },
    },
    ["message"],
  ),
};

export const components = { ...entityComponents, ...ownComponents };
