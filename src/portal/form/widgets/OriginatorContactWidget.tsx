import Box from "@mui/material/Box";
import type { WidgetProps } from "@rjsf/utils";
import { fieldWithRole, type Bag, type FieldSchema } from "../../../contract/fields.ts";
import { originatorRole } from "../../../contract/originator.ts";
import { contactTitles, splitRows, type ContactRow } from "../contactRows.ts";
import { ContactChoice } from "../contacts/ContactChoice.tsx";
import { useController, useFormState, useSurroundings } from "../formScope.ts";
import { Card } from "../inputs/Card.tsx";
import { CheckboxInput } from "../inputs/CheckboxInput.tsx";

const ORIGINATOR = "Originator (digital object creator)";

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
  // Read when it is called: a dialog answers long after the card that opened it was drawn.
  const choose = (contactId: string) => {
    const now = controller.get().values[field] as ContactRow[] | undefined;
    const index = splitRows(now, references).originator?.index;
    controller.setField(
      field,
      now?.map((row, at) => (at === index ? { ...row, contactId } : row)),
    );
  };
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
        <Box sx={{ mt: 2 }}>
          <Card title={ORIGINATOR} columns="1fr">
            <ContactChoice
              path={[field, String(originator.index), "contactId"]}
              label={titles.contact}
              row={originator.row}
              of={ORIGINATOR}
              disabled={disabled}
              onChange={choose}
            />
          </Card>
        </Box>
      )}
    </>
  );
}
