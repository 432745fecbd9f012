import Button from "@mui/material/Button";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { getUiOptions, type ArrayFieldItemTemplateProps, type ArrayFieldTemplateProps } from "@rjsf/utils";
import { createContext, useContext, useEffect, useId, useRef, type ReactNode } from "react";
import type { Bag, FieldSchema } from "../../../contract/schema/fields.ts";
import { isOriginator, type RecordContact } from "../../../contract/schema/originator.ts";
import { useFormActions, useSurroundings, whenLetGo } from "../formContext.ts";
import { hasLeft } from "./FieldFrame.tsx";

interface Cards {
  titleOf(index: number): string;
  isRemovable: boolean;
  remove(index: number): void;
}

const CardsContext = createContext<Cards>({ titleOf: String, isRemovable: true, remove: () => undefined });

/** The name of the card an input stands on, for those who hear its buttons out of their place. */
export const CardTitleContext = createContext("");

/** A list of groups of inputs, each on a card. The originator, who has a field of its own, is none of them. */
export function ListTemplate(props: ArrayFieldTemplateProps<Bag>) {
  const { items, fieldPathId, title, schema, uiSchema, required, disabled, onAddClick } = props;
  const actions = useFormActions();
  const { contactRoles } = useSurroundings().references;
  const { card = (schema as FieldSchema).items?.title ?? title, entry = "entry" } = getUiOptions(
    uiSchema,
  ) as Named;
  const values = (props.formData as unknown as Partial<RecordContact>[] | undefined) ?? [];
  const isApart = (schema as FieldSchema)["x-role"] === "contacts";
  const shown = values.flatMap((value, index) =>
    isApart && isOriginator(value, contactRoles) ? [] : [index],
  );
  const id = fieldPathId.$id;
  const path = fieldPathId.path.join(".");
  const wanted = useRef<{ id: string; isRemoval: boolean }>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const target = document.getElementById(wanted.current.id);
    const input = target?.matches("button")
      ? target
      : target?.querySelector<HTMLElement>("input, textarea, button");
    if (!input) return;
    const { isRemoval } = wanted.current;
    wanted.current = undefined;
    input.focus();
    // The entries are numbered anew: what was left of one is not left of the next.
    if (isRemoval) actions.unleave(path);
  });
  const cards: Cards = {
    titleOf: (index) => `${card} ${shown.indexOf(index) + 1}`,
    isRemovable: !required || shown.length > 1,
    remove() {
      wanted.current = { id: `${id}-add`, isRemoval: true };
    },
  };
  const words =
    shown.length === 0 ? (/^[aeiou]/.test(entry) ? `an ${entry}` : `a ${entry}`) : `another ${entry}`;
  return (
    <CardsContext value={cards}>
      <Stack spacing={2} sx={{ alignItems: "flex-start" }}>
        {shown.map((index) => items[index])}
        <Button
          id={`${id}-add`}
          variant="outlined"
          size="small"
          disabled={disabled ?? false}
          onClick={(event) => {
            wanted.current = { id: cardId(id, values.length), isRemoval: false };
            onAddClick(event);
          }}
        >
          + Add {words}
        </Button>
      </Stack>
    </CardsContext>
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
  index,
  disabled,
}: ArrayFieldItemTemplateProps<Bag>) {
  const cards = useContext(CardsContext);
  const actions = useFormActions();
  const { $id, path } = buttonsProps.fieldPathId;
  const isRuled = (schema as FieldSchema)["x-rules"] !== undefined;
  return (
    <Card
      title={cards.titleOf(index)}
      inputsId={`${$id}-inputs`}
      disabled={disabled}
      onLeave={isRuled ? () => actions.leave(path.join("."), true) : undefined}
      onRemove={
        cards.isRemovable && buttonsProps.hasRemove
          ? () => {
              cards.remove(index);
              buttonsProps.onRemoveItem();
            }
          : undefined
      }
    >
      {children}
    </Card>
  );
}

interface CardProps {
  /** Names the card among its like, for example "Contact 2". */
  title: string;
  inputsId?: string;
  disabled?: boolean | undefined;
  /** Without it the card cannot be removed. */
  onRemove?: (() => void) | undefined;
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
      onBlur={(event) => onLeave && hasLeft(event) && whenLetGo(event.currentTarget, onLeave)}
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
        <CardTitleContext value={title}>{children}</CardTitleContext>
      </div>
    </Paper>
  );
}
