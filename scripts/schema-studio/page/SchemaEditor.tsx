import { autocompletion } from "@codemirror/autocomplete";
import { isolateHistory, redo, undo } from "@codemirror/commands";
import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState, type Text, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import Box from "@mui/material/Box";
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from "react";
import { isListName, toFilePath } from "../fileNames.ts";
import type { LocatedError, StudioFile } from "../protocol.ts";
import { completeFromVocabulary } from "./completeFromVocabulary.ts";
import { editorSetup } from "./editorSetup.ts";

export interface EditorHandle {
  undo(): void;
  redo(): void;
  /** "" for a file that is new. */
  getText(name: string): string;
  goTo(position: Pick<LocatedError, "line" | "column">): void;
  /** Changes the text of any file, also of a new one, in one step of Undo, unless the user has typed since it was `expected`. */
  replaceText(file: StudioFile, expected: string): void;
}

interface SchemaEditorProps {
  name: string;
  /** All files on disk. Read once. */
  files: StudioFile[];
  /** Of the open file. */
  errors: LocatedError[];
  onChange(file: StudioFile): void;
  ref: Ref<EditorHandle>;
}

/** A JSON editor with an Undo history for each file. */
export function SchemaEditor({ name, files, errors, onChange, ref }: SchemaEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const viewRef = useRef<EditorView>(undefined);
  const states = useRef(new Map<string, EditorState>());
  const handleChange = useEffectEvent(onChange);
  const createState = useRef<(file: StudioFile) => EditorState>(undefined);

  useEffect(() => {
    createState.current = ({ name: fileName, text }) =>
      EditorState.create({
        doc: text,
        extensions: buildExtensions(fileName, (changed) => handleChange({ name: fileName, text: changed })),
      });
    for (const file of files) states.current.set(file.name, createState.current(file));
    const view = new EditorView({ parent: host.current! });
    viewRef.current = view;
    return () => view.destroy();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- The editor owns the texts from now on.
  }, []);

  useEffect(() => {
    const [view, closed] = [viewRef.current!, states.current];
    view.setState(closed.get(name)!);
    // The editor keeps the scroll position of the file before.
    const { head } = view.state.selection.main;
    view.dispatch({ effects: EditorView.scrollIntoView(head, { y: "center" }) });
    return () => void closed.set(name, view.state);
  }, [name]);

  useEffect(() => {
    const view = viewRef.current!;
    const diagnostics = errors.map((error) => toDiagnostic(view.state.doc, error));
    view.dispatch(setDiagnostics(view.state, diagnostics));
  }, [name, errors]);

  useImperativeHandle(ref, () => {
    const getView = () => viewRef.current!;
    const getState = (fileName: string) =>
      fileName === name
        ? getView().state
        : (states.current.get(fileName) ?? createState.current!({ name: fileName, text: "" }));
    return {
      undo: () => void undo(getView()),
      redo: () => void redo(getView()),
      getText: (fileName) => getState(fileName).doc.toString(),
      goTo: (position) => {
        const view = getView();
        view.dispatch({ selection: { anchor: findOffset(view.state.doc, position) }, scrollIntoView: true });
        view.focus();
      },
      replaceText: (file, expected) => {
        const state = getState(file.name);
        // The editor ends lines with \n, also those of files written on Windows.
        const [before, after] = [state.toText(expected).toString(), state.toText(file.text).toString()];
        if (state.doc.toString() !== before || before === after) return;
        const change = createReplacement(before, after);
        if (file.name === name) return getView().dispatch(change);
        states.current.set(file.name, state.update(change).state);
        onChange({ name: file.name, text: after });
      },
    };
  }, [name, onChange]);
  return <Box ref={host} sx={{ flex: 1, minHeight: 0, overflow: "hidden" }} />;
}

/** Changes only what differs, so that the scroll position stays. */
function createReplacement(before: string, after: string): TransactionSpec {
  const shorter = Math.min(before.length, after.length);
  let [start, end] = [0, 0];
  while (start < shorter && before[start] === after[start]) start++;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return {
    changes: { from: start, to: before.length - end, insert: after.slice(start, after.length - end) },
    selection: { anchor: start },
    scrollIntoView: true,
    annotations: isolateHistory.of("full"),
  };
}

const buildExtensions = (name: string, onChange: (text: string) => void) => [
  ...editorSetup,
  // The vocabulary is of schemas.
  ...(isListName(name)
    ? []
    : [autocompletion({ override: [(context) => completeFromVocabulary(name, context)] })]),
  // axe does not count editable text as focusable.
  EditorView.contentAttributes.of({ "aria-label": `Text of ${toFilePath(name)}`, tabindex: "0" }),
  EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) onChange(state.doc.toString());
  }),
];

const findOffset = (doc: Text, { line, column }: Pick<LocatedError, "line" | "column">): number => {
  const { from, to } = doc.line(Math.min(line, doc.lines));
  return Math.min(from + column - 1, to);
};

function toDiagnostic(doc: Text, error: LocatedError): Diagnostic {
  const from = findOffset(doc, error);
  return { from, to: doc.lineAt(from).to, severity: "error", message: error.message };
}
