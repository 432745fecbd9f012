import Button from "@mui/material/Button";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { getUiOptions, type ArrayFieldItemTemplateProps, type ArrayFieldTemplateProps } from "@rjsf/utils";
import { createContext, useContext, useEffect, useId, useRef, type ReactNode } from "react";
import type { Bag, FieldSchema } from "../../../contract/schema/fields.ts";
import { splitContacts } from "../contacts/contactRows.ts";
import { useFormActions, useSurroundings } from "../formContext.ts";
import { hasLeft } from "./FieldFrame.tsx";

interface CardPlace {
  /** Names the card among its like, for example "Contact 2", also for those who hear its buttons out of their place. */
  title: string;
  /** Hears that the card goes; without it, the card stays. */
  onRemove?: (() => void) | undefined;
}

/** The card an input stands on. */
export const CardContext = createContext<CardPlace>({ title: "" });

/** A list of groups of inputs, each on a card. The originator, who has a field of its own, is none of them. */
export function ListTemplate(props: ArrayFieldTemplateProps<Bag>) {
  const { items, fieldPathId, title, schema, uiSchema, required, disabled, onAddClick } = props;
  const actions = useFormActions();
  const { contactRoles } = useSurroundings().references;
  const { card = (schema as FieldSchema).items?.title ?? title, entry = "entry" } = getUiOptions(
    uiSchema,
  ) as Named;
  const values = (props.formData as unknown[] | undefined) ?? [];
  const shown =
    (schema as FieldSchema)["x-role"] === "contacts"
      ? splitContacts(values, contactRoles).ordinary.map(({ index }) => index)
      : [...values.keys()];
  const id = fieldPathId.$id;
  const path = fieldPathId.path.join(".");
  /** The id of what takes the focus, once it is there. */
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const target = document.getElementById(wanted.current);
    const input = target?.matches("button")
      ? target
      : target?.querySelector<HTMLElement>("input, textarea, button");
    if (!input) return;
    wanted.current = undefined;
    input.focus();
  });
  const isRemovable = !required || shown.length > 1;
  const onRemove = (gone: number) => {
    wanted.current = `${id}-add`;
    actions.renumber(path, (index) => (index === gone ? undefined : index - Number(index > gone)));
  };
  const words =
    shown.length === 0 ? (/^[aeiou]/.test(entry) ? `an ${entry}` : `a ${entry}`) : `another ${entry}`;
  return (
    <Stack spacing={2} sx={{ alignItems: "flex-start" }}>
      {shown.map((index, place) => (
        <CardContext
          key={items[index]?.key}
          value={{ title: `${card} ${place + 1}`, onRemove: isRemovable ? () => onRemove(index) : undefined }}
        >
          {items[index]}
        </CardContext>
      ))}
      <Button
        id={`${id}-add`}
        variant="outlined"
        size="small"
        disabled={disabled ?? false}
        onClick={(event) => {
          wanted.current = cardId(id, values.length);
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

const cardId = (id: string, index: number) => `${id}_${index}-inputs`;

/** One entry of the list. Where rules look across its inputs, leaving it as a whole counts too. */
export function ListItemTemplate({
  children,
  buttonsProps,
  schema,
  disabled,
}: ArrayFieldItemTemplateProps<Bag>) {
  const { title, onRemove } = useContext(CardContext);
  const actions = useFormActions();
  const { $id, path } = buttonsProps.fieldPathId;
  const isRuled = (schema as FieldSchema)["x-rules"] !== undefined;
  return (
    <Card
      title={title}
      inputsId={`${$id}-inputs`}
      disabled={disabled}
      onLeave={isRuled ? () => actions.leave(path.join("."), true) : undefined}
      onRemove={
        onRemove && buttonsProps.hasRemove
          ? () => {
              onRemove();
              buttonsProps.onRemoveItem();
            }
          : undefined
      }
    >
      {children}
    </Card>
  );
}

interface CardProps extends CardPlace {
  inputsId?: string;
  disabled?: boolean | undefined;
  onLeave?: (() => void) | undefined;
  children: ReactNode;
}

export function Card({ title, inputsId, disabled, onRemove, onLeave, children }: CardProps) {
  const titleId = useId();
  return (
    <Paper
      variant="outlined"
      role="group"
      aria-labelledby={titleId}
      onBlur={(event) => hasLeft(event) && onLeave?.()}
      sx={{ width: "100%", p: { xs: 2, sm: 2.5 } }}
    >
      <Box
        sx={{ display: "flex", justifyContent: "space-between", alignItems: "center", minHeight: 32, mb: 1 }}
      >
        <Typography id={titleId} component="span" variant="body2" color="textSecondary">
          {title}
        </Typography>
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
      </Box>
      <div id={inputsId}>
        <CardContext value={{ title }}>{children}</CardContext>
      </div>
    </Paper>
  );
}
