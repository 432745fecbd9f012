import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { WidgetProps } from "@rjsf/utils";
import type { Bag, FieldSchema } from "../../../contract/fields.ts";
import { contactTitles, splitRows, useRoleChoices, type ContactRow } from "../contactRows.ts";
import { ContactChoice } from "../contacts/ContactChoice.tsx";
import { useController, useSurroundings } from "../formScope.ts";
import { idOf } from "../formState.ts";
import { Card } from "../inputs/Card.tsx";
import { RowChoice } from "../inputs/RowChoice.tsx";
import { useFocusAfterDrawing } from "../rowFocus.ts";

/** People named on a record, each with a role. The originator stands among the values but not among the cards. */
export function ContactsWidget({ id, name, schema, value, disabled }: WidgetProps<Bag>) {
  const controller = useController();
  const { references } = useSurroundings();
  const roles = useRoleChoices();
  const focus = useFocusAfterDrawing();
  const rows = (value as ContactRow[] | undefined) ?? [];
  const { ordinary } = splitRows(rows, references);
  const titles = contactTitles(schema as FieldSchema);
  const addId = `${id}-add`;

  const onChange = (next: ContactRow[]) => controller.setField(name, next);
  // Read when it is called: a dialog answers long after the card that opened it was drawn.
  const change = (index: number, part: ContactRow) => {
    const now = (controller.get().values[name] as ContactRow[] | undefined) ?? [];
    onChange(now.map((row, at) => (at === index ? { ...row, ...part } : row)));
  };
  const add = () => {
    focus(`${idOf(controller.idPrefix, [name, String(rows.length), "contactId"])}-select`);
    onChange([...rows, {}]);
  };
  const remove = (index: number) => {
    focus(addId);
    controller.untouchBelow([name]);
    onChange(rows.filter((_, at) => at !== index));
  };
  return (
    <Stack spacing={2} sx={{ alignItems: "flex-start" }}>
      {ordinary.map(({ row, index }, position) => (
        <Card
          key={index}
          title={`Contact ${position + 1}`}
          columns="minmax(0, 3fr) minmax(0, 2fr)"
          disabled={disabled}
          onRemove={ordinary.length > 1 ? () => remove(index) : undefined}
        >
          <ContactChoice
            path={[name, String(index), "contactId"]}
            label={titles.contact}
            row={row}
            of={`Contact ${position + 1}`}
            disabled={disabled}
            onChange={(contactId) => change(index, { contactId })}
          />
          <RowChoice
            path={[name, String(index), "roleId"]}
            label={titles.role}
            value={row.roleId}
            choices={roles}
            disabled={disabled}
            onChange={(roleId) => change(index, { roleId })}
          />
        </Card>
      ))}
      <Button id={addId} variant="outlined" size="small" disabled={disabled ?? false} onClick={add}>
        {ordinary.length === 0 ? "+ Add a contact" : "+ Add another contact"}
      </Button>
    </Stack>
  );
}
