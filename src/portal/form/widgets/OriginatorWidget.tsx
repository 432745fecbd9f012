import Box from "@mui/material/Box";
import type { WidgetProps } from "@rjsf/utils";
import { useContext } from "react";
import { fieldWithRole, type JsonObject } from "../../../contract/schema/fields.ts";
import { originatorRole } from "../../../contract/schema/originator.ts";
import { ContactChoice } from "../contacts/ContactChoice.tsx";
import { splitContacts, type ContactRow } from "../contacts/contactRows.ts";
import { RelatedValuesContext, useFormActions, useSurroundings } from "../formContext.ts";
import { FieldFrame } from "../templates/FieldFrame.tsx";
import { Card } from "../templates/ListTemplate.tsx";
import { CheckboxWidget } from "./themeWidgets.tsx";

/** Whether an originator is named, and who. The originator is kept among the record's contacts, under its role. */
export function OriginatorWidget(props: WidgetProps<JsonObject>) {
  const { disabled = false, onChange } = props;
  const actions = useFormActions();
  const { contactRoles } = useSurroundings().references;
  const field = fieldWithRole(actions.schema, "contacts");
  const { ordinary, originator } = splitContacts(useContext(RelatedValuesContext)[field], contactRoles);

  const toggle = (isOn: boolean) => {
    const others = ordinary.map(({ row }) => row);
    actions.setField(field, isOn ? [...others, { roleId: originatorRole(contactRoles) }] : others);
    onChange(isOn);
  };
  // Read when it is called: a dialog answers long after the card that opened it was drawn.
  const choose = (contactId: string) => {
    const now = actions.values()[field] as ContactRow[] | undefined;
    const index = splitContacts(now, contactRoles).originator?.index;
    actions.setField(
      field,
      now?.map((row, at) => (at === index ? { ...row, contactId } : row)),
    );
  };
  return (
    <>
      <CheckboxWidget {...props} value={originator !== undefined} onChange={toggle} />
      {originator && (
        <Box sx={{ mt: 2 }}>
          <Card title="Originator (digital object creator)">
            <OriginatorContact field={field} {...originator} disabled={disabled} onChange={choose} />
          </Card>
        </Box>
      )}
    </>
  );
}

interface OriginatorContactProps {
  field: string;
  row: ContactRow;
  index: number;
  disabled: boolean;
  onChange(contactId: string): void;
}

function OriginatorContact({ field, row, index, disabled, onChange }: OriginatorContactProps) {
  const { schema, idPrefix } = useFormActions();
  const id = `${idPrefix}_${field}_${index}_contactId`;
  const { title = "" } = schema.properties[field]?.items?.properties?.["contactId"] ?? {};
  return (
    <FieldFrame id={id} path={`${field}.${index}.contactId`} label={title} required layout="group">
      <ContactChoice id={id} row={row} disabled={disabled} onChange={onChange} />
    </FieldFrame>
  );
}
