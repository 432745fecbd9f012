import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { getUiOptions, type ArrayFieldItemTemplateProps, type ArrayFieldTemplateProps } from "@rjsf/utils";
import { createContext, useContext, useEffect, useId, useRef, type ReactNode } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import type { FieldSchema } from "../../../contract/schema/fields.ts";
import { focusField, RelatedValuesContext, useFindEntryField, useFormState } from "../formContext.ts";
import { hasFocusLeft } from "./FieldFrame.tsx";

/** The title of the surrounding card, for example "Contact 2"; empty outside of cards. */
export const CardContext = createContext({ title: "" });

/** Entries that another field shows have no card. */
function useCardIndexes(list: string, total: number): number[] {
  const findEntryField = useFindEntryField(useContext(RelatedValuesContext));
  return [...Array(total).keys()].filter((index) => findEntryField(list, index) === undefined);
}

export function ListTemplate(props: ArrayFieldTemplateProps<JsonObject>) {
  const { items, fieldPathId, uiSchema, disabled, onAddClick } = props;
  const { entry = "entry" } = getUiOptions(uiSchema) as CardLabels;
  const id = fieldPathId.$id;
  const cardIndexes = useCardIndexes(fieldPathId.path.join("."), items.length);
  const cardToFocus = useRef<string>(undefined);
  useEffect(() => {
    if (cardToFocus.current === undefined) return;
    const card = document.getElementById(cardToFocus.current);
    const input = card?.querySelector<HTMLElement>("input, textarea, button");
    if (!input) return;
    cardToFocus.current = undefined;
    input.focus();
  });
  const addLabel =
    cardIndexes.length === 0 ? (/^[aeiou]/.test(entry) ? `an ${entry}` : `a ${entry}`) : `another ${entry}`;
  return (
    <Stack spacing={2} sx={{ alignItems: "flex-start" }}>
      {items}
      <Button
        id={`${id}-add`}
        variant="outlined"
        size="small"
        disabled={disabled ?? false}
        onClick={(event) => {
          cardToFocus.current = `${id}_${items.length}-inputs`;
          onAddClick(event);
        }}
      >
        + Add {addLabel}
      </Button>
    </Stack>
  );
}

interface CardLabels {
  card?: string;
  entry?: string;
}

export function ListItemTemplate(props: ArrayFieldItemTemplateProps<JsonObject>) {
  const { children, buttonsProps, schema, parentUiSchema, index, totalItems, disabled } = props;
  const formState = useFormState();
  const { $id, path } = buttonsProps.fieldPathId;
  const list = path.slice(0, -1).join(".");
  const cardIndexes = useCardIndexes(list, totalItems);
  if (!cardIndexes.includes(index)) return null;
  const { card = schema.title ?? formState.schema.properties[list]?.title } = getUiOptions(
    parentUiSchema,
  ) as CardLabels;
  const cardTitle = `${card} ${cardIndexes.indexOf(index) + 1}`;
  const isRemovable = cardIndexes.length > 1 || !formState.schema.required?.includes(list);
  const hasCrossFieldRules = (schema as FieldSchema)["x-rules"] !== undefined;
  const remove = () => {
    // Moves the focus before the card is removed: a later blur would touch the card that takes its index.
    focusField(`${formState.idPrefix}_${list}-add`);
    const undo = { field: list, message: `${cardTitle} was removed.` };
    formState.changeWithUndo(undo, () => buttonsProps.onRemoveItem());
  };
  return (
    <Card
      title={cardTitle}
      inputsId={`${$id}-inputs`}
      disabled={disabled}
      onLeave={hasCrossFieldRules ? () => formState.touch(path.join("."), true) : undefined}
      onRemove={isRemovable && buttonsProps.hasRemove ? remove : undefined}
    >
      {children}
    </Card>
  );
}

interface CardProps {
  title: string;
  inputsId?: string;
  disabled?: boolean | undefined;
  /** Undefined if the card cannot be removed. */
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
      onBlur={(event) => hasFocusLeft(event) && onLeave?.()}
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
