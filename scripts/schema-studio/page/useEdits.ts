import { useCallback, useEffect, useMemo, useState } from "react";
import type { EditedFile, StudioFile } from "../protocol.ts";

type Texts = ReadonlyMap<string, string>;

/** The schemas as on disk and as edited. */
export function useEdits(files: StudioFile[]) {
  const [saved, setSaved] = useState<Texts>(() => toMap(files));
  const [texts, setTexts] = useState(saved);
  const edited = useMemo(
    () =>
      [...texts].flatMap(([name, text]): EditedFile[] => {
        const base = saved.get(name) ?? "";
        return text === base ? [] : [{ name, text, base }];
      }),
    [texts, saved],
  );
  const setText = useCallback(
    ({ name, text }: StudioFile) => setTexts((before) => new Map([...before, [name, text]])),
    [],
  );
  const markSaved = (written: StudioFile[]) => setSaved((before) => new Map([...before, ...toMap(written)]));
  useLeaveWarning(edited.length > 0);
  return { texts, edited, setText, markSaved };
}

const toMap = (files: StudioFile[]): Texts => new Map(files.map(({ name, text }) => [name, text]));

function useLeaveWarning(hasEdits: boolean): void {
  useEffect(() => {
    if (!hasEdits) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [hasEdits]);
}
