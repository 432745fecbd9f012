import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { StudioFile, SchemaView } from "../protocol.ts";
import { loadCheck, loadComparison, loadPreview } from "./calls.ts";

/** Requests must not pile up while the user types. */
const PREVIEW_PAUSE_MS = 50;

/** A check takes up to half a second. The next one waits for it. */
const CHECK_PAUSE_MS = 400;

/** The errors of the edited schemas, and the open schema as it was when its text could last be read. */
export function usePreview(name: string, edited: StudioFile[]) {
  const previewed = useSettled(edited, PREVIEW_PAUSE_MS);
  const preview = useQuery({
    queryKey: ["preview", name, previewed],
    queryFn: ({ signal }) => loadPreview({ name, edited: previewed }, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const checked = useSettled(edited, CHECK_PAUSE_MS);
  const check = useQuery({
    queryKey: ["check", checked],
    queryFn: ({ signal }) => loadCheck({ edited: checked }, signal),
    enabled: preview.data !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const comparison = useQuery({
    queryKey: ["comparison", checked],
    queryFn: ({ signal }) => loadComparison({ edited: checked }, signal),
    enabled: check.data !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const [readable, setReadable] = useState<SchemaView>();
  const view = preview.data?.view;
  if (view && view !== readable) setReadable(view);
  return {
    errors: check.data?.errors,
    isChecking: check.isPlaceholderData || checked !== edited,
    view: readable?.name === name ? readable : undefined,
    comparison: comparison.data,
    error: preview.error ?? check.error,
  };
}

function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
