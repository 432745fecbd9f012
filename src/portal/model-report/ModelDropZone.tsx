import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, type ReactNode } from "react";
import type { ExpectedRecord } from "../../contract/model-folder/checkModel.ts";
import type { LocalModel, LocalModelCheck } from "../../contract/models/sources/localModel.ts";
import { InvalidZipError } from "../../contract/zip/zipMember.ts";
import { ApiError } from "../providers/calls/apiError.ts";
import { DropZone } from "./DropZone.tsx";
import { listLocalItems, type ChosenFiles, type LocalSelection } from "./localItems.ts";

interface ModelDropZoneProps {
  title: string;
  help: string;
  /** Called without arguments when another model starts being read. */
  onCheck: (
    check?: LocalModelCheck,
    model?: LocalModel,
    selection?: LocalSelection,
    chosen?: ChosenFiles,
  ) => void;
  /** Without a record, folder layout and metadata file are not checked. */
  loadExpectedRecord?: (() => Promise<ExpectedRecord | undefined>) | undefined;
  summary?: string | undefined;
  children?: ReactNode;
}

function useReadModel({ onCheck, loadExpectedRecord }: ModelDropZoneProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (choosing: Promise<ChosenFiles>) => {
      const { inspectLocalModel } = await import("../../contract/models/sources/localModel.ts");
      const { openLocalModel } = await import("./openLocalModel.ts");
      const chosen = await choosing;
      const local = await listLocalItems(chosen);
      const model = await openLocalModel(local);
      const check = await inspectLocalModel(model, await loadExpectedRecord?.());
      return { check, model, local, chosen };
    },
    // Frees the model's memory when the page closes.
    gcTime: 0,
  });
  // The page can render again while a picker is open or a model is read.
  const latestOnCheck = useRef(onCheck);
  useEffect(() => {
    latestOnCheck.current = onCheck;
  });
  const read = (chosen: Promise<ChosenFiles>) => {
    latestOnCheck.current();
    mutate(chosen, {
      onSuccess: ({ check, model, local, chosen: files }) =>
        latestOnCheck.current(check, model, local, files),
    });
  };
  return { read, isPending, error };
}

export function ModelDropZone(props: ModelDropZoneProps) {
  const { title, help, summary, children } = props;
  const { read, isPending, error } = useReadModel(props);
  return (
    <DropZone title={title} help={help} onSelection={read}>
      <div role="status">
        {isPending && (
          <Typography variant="body2" sx={{ mt: 1.5 }}>
            Reading the model…
          </Typography>
        )}
        {!isPending && !error && summary !== undefined && (
          <Typography sx={{ mt: 2, fontWeight: 600 }}>{summary}</Typography>
        )}
        {error && (
          <Alert severity="error" sx={{ mt: 1.5 }}>
            {error instanceof InvalidZipError || error instanceof ApiError
              ? error.message
              : "The model could not be read. Choose its folder, or a zip file that opens on your computer."}
          </Alert>
        )}
      </div>
      {children}
    </DropZone>
  );
}
