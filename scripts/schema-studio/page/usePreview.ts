import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SchemaFile, SchemaView } from "../protocol.ts";
import { loadComparison, loadPreview } from "./calls.ts";

/** Requests must not pile up while the user types. */
const PAUSE_MS = 100;

/** The errors of the edited schemas, and the open schema as it was when its text could last be read. */
export function usePreview(name: string, edited: SchemaFile[]) {
  const settled = useSettled(edited);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["preview", name, settled],
    queryFn: ({ signal }) => loadPreview({ name, edited: settled }, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  // Checks all stored documents, so it must not delay the preview.
  const { data: comparison } = useQuery({
    queryKey: ["comparison", settled],
    queryFn: ({ signal }) => loadComparison({ edited: settled }, signal),
    enabled: data !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const [readable, setReadable] = useState<SchemaView>();
  if (data?.view && data.view !== readable) setReadable(data.view);
  return {
    errors: data?.errors,
    isChecking: isPlaceholderData || settled !== edited,
    view: readable?.name === name ? readable : undefined,
    comparison,
    error,
  };
}

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
