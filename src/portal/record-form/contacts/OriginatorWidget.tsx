import Box from "@mui/material/Box";
import type { WidgetProps } from "@rjsf/utils";
import { useContext } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import { getFieldNameByRole } from "../../../contract/schema/fields.ts";
import { getOriginatorRoleId } from "../../../contract/schema/originator.ts";
import { ContactPicker } from "./ContactPicker.tsx";
import { splitContacts, type ContactAssignment } from "./contactAssignments.ts";
import { ReferencesContext, RelatedValuesContext, useFormState } from "../../form/formContext.ts";
import { FieldFrame } from "../../form/templates/FieldFrame.tsx";
import { Card } from "../../form/templates/ListTemplate.tsx";
import { CheckboxWidget } from "../../form/widgets/themeWidgets.tsx";

/** The originator is stored among the record's contacts, with its own role. */
export function OriginatorWidget(props: WidgetProps<JsonObject>) {
  const { name, label, disabled = false, onChange } = props;
  const formState = useFormState();
  const { contactRoles } = useContext(ReferencesContext);
  const contactsField = getFieldNameByRole(formState.schema, "contacts");
  const relatedValues = useContext(RelatedValuesContext);
  const { ordinary, originator } = splitContacts(relatedValues[contactsField], contactRoles);

  const toggleOriginator = (isOn: boolean) => {
    const others = ordinary.map(({ assignment }) => assignment);
    const change = (contacts: ContactAssignment[]) => {
      formState.setField(contactsField, contacts);
      onChange(isOn);
    };
    if (isOn) return change([...others, { roleId: getOriginatorRoleId(contactRoles) }]);
    const undo = { field: name, message: `${label} was removed.`, fields: [contactsField, name] };
    formState.changeWithUndo(undo, () => change(others));
  };
  // Reads the current values: the contact dialog may answer several renders later.
  const setOriginatorContact = (contactId: string) => {
    const assignments = formState.getValues()[contactsField] as ContactAssignment[] | undefined;
    const originatorIndex = splitContacts(assignments, contactRoles).originator?.index;
    formState.setField(
      contactsField,
      assignments?.map((assignment, index) =>
        index === originatorIndex ? { ...assignment, contactId } : assignment,
      ),
    );
  };
  return (
    <>
      <CheckboxWidget {...props} value={originator !== undefined} onChange={toggleOriginator} />
      {originator && (
        <Box sx={{ mt: 2 }}>
          <Card title="Originator (digital object creator)">
            <OriginatorContact
              field={contactsField}
              {...originator}
              disabled={disabled}
              onChange={setOriginatorContact}
            />
          </Card>
        </Box>
      )}
    </>
  );
}

interface OriginatorContactProps {
  field: string;
  assignment: ContactAssignment;
  index: number;
  disabled: boolean;
  onChange(contactId: string): void;
}

function OriginatorContact({ field, assignment, index, disabled, onChange }: OriginatorContactProps) {
  const { schema, idPrefix } = useFormState();
  const id = `${idPrefix}_${field}_${index}_contactId`;
  const { title = "" } = schema.properties[field]?.items?.properties?.["contactId"] ?? {};
  return (
    <FieldFrame id={id} path={`${field}.${index}.contactId`} label={title} required layout="group">
      <ContactPicker id={id} assignment={assignment} disabled={disabled} onChange={onChange} />
    </FieldFrame>
  );
}
