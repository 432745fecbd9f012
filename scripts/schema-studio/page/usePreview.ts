import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { formatCount } from "../../lib/formatCount.ts";
import type { CompareAnswer, StudioFile, SchemaView } from "../protocol.ts";
import { loadCheck, loadComparison, loadPreview, loadStoredComparison } from "./calls.ts";

/** Requests must not pile up while the user types. */
const PREVIEW_PAUSE_MS = 30;

/** A check takes up to half a second. The next one waits for it. */
const CHECK_PAUSE_MS = 400;

/** The errors of the edited schemas, and the open schema as it was when its text could last be read. */
export function usePreview(name: string, edited: StudioFile[], hasInstallation: boolean) {
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
  // Takes longer: it checks every stored document.
  const stored = useQuery({
    queryKey: ["stored comparison", checked],
    queryFn: ({ signal }) => loadStoredComparison({ edited: checked }, signal),
    enabled: hasInstallation && check.data !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const [readable, setReadable] = useState<SchemaView>();
  const view = preview.data?.view;
  if (view && view !== readable) setReadable(view);
  const shown = readable?.name === name ? readable : undefined;
  return {
    errors: check.data?.errors,
    isChecking:
      !preview.error && !check.error && (!check.data || check.isPlaceholderData || checked !== edited),
    view: shown,
    isViewLoading: !shown && (preview.isPending || preview.isPlaceholderData),
    comparison: useMemo(
      () => withStored(comparison.data, stored.data, stored.isPlaceholderData),
      [comparison.data, stored.data, stored.isPlaceholderData],
    ),
    storedStatus: hasInstallation ? describeStored(stored) : "",
    // A text that cannot be compared is an error of the check.
    error: getError(preview) ?? getError(check) ?? (comparison.error ? null : getError(stored)),
  };
}

/** Also while the call is repeated. */
const getError = ({ error, failureReason }: UseQueryResult) => error ?? failureReason;

function describeStored({ data, error, isPlaceholderData }: UseQueryResult<CompareAnswer>): string {
  if (error) return "";
  if (!data) return "Reading the stored documents. You can already edit.";
  if (isPlaceholderData) return "Checking the stored documents…";
  const summaries = data.schemas.flatMap(({ name, stored }) => (stored ? `${name}: ${stored.summary}` : []));
  if (summaries.length > 0) return summaries.join(" ");
  return `Connected to ${formatCount(data.documentCount ?? 0, "stored document")}.`;
}

/** Until the stored documents are checked again, those that were invalid before the last edit are named. */
function withStored(
  comparison: CompareAnswer | undefined,
  stored: CompareAnswer | undefined,
  isOutdated: boolean,
): CompareAnswer | undefined {
  if (!isOutdated || !comparison) return stored ?? comparison;
  const known = new Map(stored?.schemas.map((schema) => [schema.name, schema.stored]));
  const schemas = comparison.schemas.map((schema) => ({ ...schema, stored: known.get(schema.name) }));
  return { ...comparison, schemas };
}

function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
