import Box from "@mui/material/Box";
import type { WidgetProps } from "@rjsf/utils";
import { fieldWithRole, type Bag, type FieldSchema } from "../../../contract/fields.ts";
import { originatorRole } from "../../../contract/originator.ts";
import {
  contactTitles,
  splitRows,
  unknownContact,
  useContactChoices,
  type ContactRow,
} from "../contactRows.ts";
import { useController, useFormState, useSurroundings } from "../formScope.ts";
import { CheckboxInput } from "../inputs/CheckboxInput.tsx";
import { RowChoice } from "../inputs/RowChoice.tsx";

/** Whether an originator is named, and who. The originator is kept among the record's contacts, under its role. */
export function OriginatorContactWidget({
  id,
  label,
  schema,
  required,
  disabled,
  onChange,
}: WidgetProps<Bag>) {
  const controller = useController();
  const { references } = useSurroundings();
  const { contacts } = useContactChoices();
  const field = fieldWithRole(controller.schema, "contacts");
  const rows = useFormState(({ values }) => values[field]) as ContactRow[] | undefined;
  const { ordinary, originator } = splitRows(rows, references);
  const titles = contactTitles(controller.schema.properties[field] as FieldSchema);

  const toggle = (isOn: boolean) => {
    const others = ordinary.map(({ row }) => row);
    const roleId = originatorRole(references.contactRoles);
    controller.untouchBelow([field]);
    controller.setField(field, isOn ? [...others, { roleId }] : others);
    onChange(isOn);
  };
  const choose = (contactId: string | undefined) =>
    controller.setField(
      field,
      rows?.map((row, at) => (at === originator?.index ? { ...row, contactId } : row)),
    );
  return (
    <>
      <CheckboxInput
        id={id}
        label={label}
        help={schema.description}
        checked={originator !== undefined}
        required={required}
        disabled={disabled}
        onChange={toggle}
      />
      {originator && (
        <Box sx={{ ml: 4, mt: 2 }}>
          <RowChoice
            path={[field, String(originator.index), "contactId"]}
            label={titles.contact}
            value={originator.row.contactId}
            choices={contacts}
            unofferedLabel={unknownContact(originator.row)}
            disabled={disabled}
            onChange={choose}
          />
        </Box>
      )}
    </>
  );
}
