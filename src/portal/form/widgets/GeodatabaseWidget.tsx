import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { WidgetProps } from "@rjsf/utils";
import { useRef } from "react";
import type { Bag } from "../../../contract/fields.ts";
import { useInputAria, useSurroundings } from "../formScope.ts";
import { FieldErrors } from "../inputs/FieldErrors.tsx";
import { SendingFile } from "../inputs/SendingFile.tsx";
import { StoredFile } from "../inputs/StoredFile.tsx";
import { useFileSending } from "../fileSending.ts";
import { useFocusAfterDrawing } from "../rowFocus.ts";
import { visuallyHidden } from "../visuallyHidden.ts";

/** A zipped geodatabase: chosen here, sent at once, and named in the record by the name it is stored under. */
export function GeodatabaseWidget({ id, name, schema, value, disabled, onChange }: WidgetProps<Bag>) {
  const { uploadExtent } = useSurroundings();
  const { "aria-describedby": describedBy } = useInputAria([name], Boolean(schema.description));
  const focus = useFocusAfterDrawing();
  const chooser = useRef<HTMLInputElement>(null);
  const { sending, error, news, send, cancel, forgetError } = useFileSending({
    field: name,
    upload: uploadExtent,
    onStored: onChange,
  });
  const stored = value as string | undefined;
  const errorId = `${id}-sending-error`;
  const describing = [describedBy, error && errorId].filter(Boolean).join(" ");
  const remove = () => {
    forgetError();
    onChange(undefined);
    document.getElementById(id)?.focus();
  };
  const stop = () => {
    focus(id);
    cancel();
  };
  return (
    <Stack spacing={1.5} sx={{ alignItems: "flex-start" }}>
      {stored && !sending && <StoredFile name={stored} disabled={disabled} onRemove={remove} />}
      {sending && <SendingFile {...sending} onCancel={stop} />}
      <Button
        id={id}
        variant="outlined"
        size="small"
        disabled={(disabled ?? false) || uploadExtent === undefined}
        {...(sending && WHILE_SENDING)}
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={describing || undefined}
        onClick={() => sending ?? chooser.current?.click()}
      >
        {stored ? "Choose another file" : "Choose a .zip file"}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept=".zip"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file) void send(file);
        }}
      />
      <Typography role="status" variant="body2" color="textSecondary" sx={news ? {} : visuallyHidden}>
        {news}
      </Typography>
      {error && (
        <div role="alert">
          <FieldErrors id={errorId} messages={[error]} />
        </div>
      )}
    </Stack>
  );
}

/** Looks disabled and is not: the link of the error that says that a file is being sent leads to the button. */
const WHILE_SENDING = {
  "aria-disabled": true,
  sx: {
    "&, &:hover": {
      color: "action.disabled",
      borderColor: "action.disabledBackground",
      bgcolor: "transparent",
      cursor: "default",
    },
  },
};
