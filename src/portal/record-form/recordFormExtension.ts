import { getFieldNameByRole } from "../../contract/schema/fields.ts";
import type { FormExtension } from "../form/formExtension.ts";
import { splitContacts } from "./contacts/contactAssignments.ts";
import { ContactWidget } from "./contacts/ContactPicker.tsx";
import { OriginatorWidget } from "./contacts/OriginatorWidget.tsx";
import { GeodatabaseWidget } from "./extent/GeodatabaseWidget.tsx";

/** Contacts, their originator and the geodatabase of a record. */
export const recordFormExtension: FormExtension = {
  widgets: { contact: ContactWidget, originator: OriginatorWidget, geodatabase: GeodatabaseWidget },
  uiSchemas: {
    geodatabase: { "ui:widget": "geodatabase" },
    originatorContact: { "ui:widget": "originator" },
    contacts: {
      "ui:options": { entry: "contact", card: "Contact" },
      items: {
        contactId: { "ui:widget": "contact", "ui:options": { layout: "group" } },
        roleId: { "ui:widget": "autocomplete", "ui:options": { source: "contactRoles" } },
      },
    },
  },
  rolesRead: ["contacts", "county", "region"],
  describedRoles: ["identifier"],
  /** The originator is stored among the contacts but has its own field. */
  findEntryField({ schema, list, index, values, references }) {
    if (schema.properties[list]?.["x-role"] !== "contacts") return undefined;
    const { originator } = splitContacts(values[list], references.contactRoles);
    return originator?.index === index ? getFieldNameByRole(schema, "originator") : undefined;
  },
};
