import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { getUiOptions, type ArrayFieldItemTemplateProps, type ArrayFieldTemplateProps } from "@rjsf/utils";
import { createContext, useContext, useEffect, useId, useRef, type ReactNode } from "react";
import type { JsonObject, FieldSchema } from "../../../contract/schema/fields.ts";
import { splitContacts } from "../contacts/contactRows.ts";
import { focusField, RelatedValuesContext, useFormActions, useSurroundings } from "../formContext.ts";
import { hasLeft } from "./FieldFrame.tsx";

/** The card an input stands on, by its name among its like, for example "Contact 2". */
export const CardContext = createContext({ title: "" });

/** Which entries of a list stand on cards: the originator, who has a field of its own, does not. */
function useCards(list: string, total: number): number[] {
  const { schema } = useFormActions();
  const { contactRoles } = useSurroundings().references;
  const related = useContext(RelatedValuesContext);
  if (schema.properties[list]?.["x-role"] !== "contacts") return [...Array(total).keys()];
  return splitContacts(related[list], contactRoles).ordinary.map(({ index }) => index);
}

/** A list of groups of inputs, each on a card. */
export function ListTemplate(props: ArrayFieldTemplateProps<JsonObject>) {
  const { items, fieldPathId, uiSchema, disabled, onAddClick } = props;
  const { entry = "entry" } = getUiOptions(uiSchema) as Named;
  const id = fieldPathId.$id;
  const shown = useCards(fieldPathId.path.join("."), items.length);
  /** The id of the card whose first input takes the focus, once it is there. */
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const card = document.getElementById(wanted.current);
    const input = card?.querySelector<HTMLElement>("input, textarea, button");
    if (!input) return;
    wanted.current = undefined;
    input.focus();
  });
  const words =
    shown.length === 0 ? (/^[aeiou]/.test(entry) ? `an ${entry}` : `a ${entry}`) : `another ${entry}`;
  return (
    <Stack spacing={2} sx={{ alignItems: "flex-start" }}>
      {items}
      <Button
        id={`${id}-add`}
        variant="outlined"
        size="small"
        disabled={disabled ?? false}
        onClick={(event) => {
          wanted.current = `${id}_${items.length}-inputs`;
          onAddClick(event);
        }}
      >
        + Add {words}
      </Button>
    </Stack>
  );
}

interface Named {
  /** What a card is called, before its number. */
  card?: string;
  /** What the button adds. */
  entry?: string;
}

/** One entry of the list. Where rules look across its inputs, leaving it as a whole counts too. */
export function ListItemTemplate(props: ArrayFieldItemTemplateProps<JsonObject>) {
  const { children, buttonsProps, schema, parentUiSchema, index, totalItems, disabled } = props;
  const actions = useFormActions();
  const { $id, path } = buttonsProps.fieldPathId;
  const list = path.slice(0, -1).join(".");
  const shown = useCards(list, totalItems);
  if (!shown.includes(index)) return null;
  const { card = schema.title ?? actions.schema.properties[list]?.title } = getUiOptions(
    parentUiSchema,
  ) as Named;
  const isRemovable = shown.length > 1 || !actions.schema.required?.includes(list);
  const isRuled = (schema as FieldSchema)["x-rules"] !== undefined;
  const remove = () => {
    // Its button goes with the card, and must not be left once the next card has its place.
    focusField(`${actions.idPrefix}_${list}-add`);
    actions.renumber(list, (other) => (other === index ? undefined : other - Number(other > index)));
    buttonsProps.onRemoveItem();
  };
  return (
    <Card
      title={`${card} ${shown.indexOf(index) + 1}`}
      inputsId={`${$id}-inputs`}
      disabled={disabled}
      onLeave={isRuled ? () => actions.leave(path.join("."), true) : undefined}
      onRemove={isRemovable && buttonsProps.hasRemove ? remove : undefined}
    >
      {children}
    </Card>
  );
}

interface CardProps {
  /** Names its buttons, too, for those who hear them out of their place. */
  title: string;
  inputsId?: string;
  disabled?: boolean | undefined;
  /** Without it, the card stays. */
  onRemove?: (() => void) | undefined;
  onLeave?: (() => void) | undefined;
  children: ReactNode;
}

export function Card({ title, inputsId, disabled, onRemove, onLeave, children }: CardProps) {
  const titleId = useId();
  return (
    <div
      className="card"
      role="group"
      aria-labelledby={titleId}
      onBlur={(event) => hasLeft(event) && onLeave?.()}
    >
      <div className="card-title">
        <span id={titleId}>{title}</span>
        {onRemove && (
          <Button
            size="small"
            color="inherit"
            disabled={disabled ?? false}
            onClick={onRemove}
            aria-label={`Remove ${title}`}
          >
            Remove
          </Button>
        )}
      </div>
      <div id={inputsId}>
        <CardContext value={{ title }}>{children}</CardContext>
      </div>
    </div>
  );
}
