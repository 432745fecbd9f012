import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { SchemaEdit } from "../../schema-diff/schemaEdit.ts";
import { applySchemaEdits } from "../applySchemaEdits.ts";
import { isListName } from "../fileNames.ts";
import type { EditedFile, StartAnswer, StudioFile } from "../protocol.ts";
import { CallError, saveSchemas } from "./calls.ts";
import { ListPreview } from "./ListPreview.tsx";
import { NewListDialog } from "./NewListDialog.tsx";
import { PreviewBoundary } from "./PreviewBoundary.tsx";
import { PreviewPane } from "./PreviewPane.tsx";
import { addSources, listSources } from "./readList.ts";
import type { EditorHandle } from "./SchemaEditor.tsx";
import { SchemaPane } from "./SchemaPane.tsx";
import { StudioBar } from "./StudioBar.tsx";
import { useEditedLists } from "./useEditedLists.ts";
import { useEdits } from "./useEdits.ts";
import { usePreview } from "./usePreview.ts";

const FIRST_SCHEMA = "metadata";

/** Left the text of one schema or list with the errors, right what it becomes. */
export function StudioPage({ files, takenSources, references, vocabulary, ...start }: StartAnswer) {
  const [name, setName] = useState(FIRST_SCHEMA);
  const { texts, edited, setText, markSaved } = useEdits(files);
  const { errors, isChecking, view, isViewLoading, comparison, storedStatus, error } = usePreview(
    name,
    edited,
    start.hasInstallation,
  );
  useEditedLists(texts);
  const names = useMemo(() => [...texts.keys()], [texts]);
  const currentVocabulary = useMemo(() => addSources(vocabulary, names), [vocabulary, names]);
  const [fieldName, setFieldName] = useState<string>();
  const [isAddingList, setIsAddingList] = useState(false);
  const editor = useRef<EditorHandle>(null);
  const preview = useRef<HTMLElement>(null);
  const saving = useMutation({
    mutationFn: (files: EditedFile[]) => saveSchemas({ files }),
    onSuccess: ({ files: written }, sent) => {
      markSaved(written);
      written.forEach((file, index) => editor.current?.replaceText(file, sent[index]!.text));
    },
  });
  const editSchema = useCallback((schemaName: string, edits: SchemaEdit[]) => {
    const text = editor.current!.getText(schemaName);
    editor.current!.replaceText({ name: schemaName, text: applySchemaEdits(text, edits) }, text);
    // Undo works on the open schema.
    setName(schemaName);
    // The button of the edit disappears.
    preview.current?.focus();
  }, []);
  const createList = (list: StudioFile) => {
    editor.current?.replaceText(list, "");
    setName(list.name);
    setIsAddingList(false);
  };
  const save = () => {
    if (edited.length > 0 && !saving.isPending) saving.mutate(edited);
  };
  useSaveKey(save);
  return (
    <Box component="main" sx={pageStyles}>
      <StudioBar
        names={names}
        name={name}
        edited={edited}
        isSaving={saving.isPending}
        status={`${describeState(edited.length, saving)} ${storedStatus}`}
        editor={editor}
        onOpen={setName}
        onNewList={() => setIsAddingList(true)}
        onSave={save}
      />
      {error && <Alert severity="error">{error instanceof CallError ? error.message : NO_ANSWER}</Alert>}
      {saving.error && saving.variables === edited && <SaveError error={saving.error} />}
      <Box sx={columnStyles}>
        <Box component="section" aria-label="Schema" sx={paneStyles}>
          <SchemaPane
            name={name}
            text={texts.get(name) ?? ""}
            errors={errors}
            isChecking={isChecking}
            editor={editor}
            files={files}
            names={names}
            vocabulary={currentVocabulary}
            released={start.released}
            onOpenFile={setName}
            onChange={setText}
            onSelectField={setFieldName}
          />
        </Box>
        <Box component="section" aria-label="Preview" ref={preview} tabIndex={-1} sx={paneStyles}>
          <PreviewBoundary title="The preview cannot be shown." content={view}>
            {isListName(name) ? (
              <ListPreview
                name={name}
                text={texts.get(name) ?? ""}
                comparison={comparison}
                onEdit={editSchema}
              />
            ) : (
              <PreviewPane
                view={view}
                isLoading={isViewLoading}
                fieldName={fieldName}
                references={references}
                comparison={comparison}
                onEdit={editSchema}
              />
            )}
          </PreviewBoundary>
        </Box>
      </Box>
      {isAddingList && (
        <NewListDialog
          sources={[...takenSources, ...listSources(currentVocabulary)]}
          onClose={() => setIsAddingList(false)}
          onCreate={createList}
        />
      )}
    </Box>
  );
}

const NO_ANSWER = "The studio's server does not answer. Start it again: your edits stay in this page.";

const NOT_SAVED = "Not saved: the studio's server did not answer. Save again.";

/** Also while nothing has the focus. */
function useSaveKey(onSave: () => void): void {
  const handleSave = useEffectEvent(onSave);
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      handleSave();
    };
    addEventListener("keydown", handleKeyDown);
    return () => removeEventListener("keydown", handleKeyDown);
  }, []);
}

interface SavingState {
  isPending: boolean;
  isSuccess: boolean;
}

function describeState(editedCount: number, { isPending, isSuccess }: SavingState): string {
  if (isPending) return "Saving…";
  if (editedCount > 0)
    return editedCount === 1 ? "1 file is not saved." : `${editedCount} files are not saved.`;
  return isSuccess ? "Saved. Now run npm run generate." : "";
}

const SaveError = ({ error }: { error: Error }) => (
  <Alert severity="error">
    {error instanceof CallError ? error.message : NOT_SAVED}
    {error instanceof CallError && error.errors.length > 0 && (
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {error.errors.map(({ file, line, message }, index) => (
          <li key={index}>
            {file !== undefined && `${file}, line ${line}: `}
            {message}
          </li>
        ))}
      </Box>
    )}
  </Alert>
);

/** On a narrow window the page scrolls from the schema to the preview. */
const pageStyles = { display: "flex", flexDirection: "column", height: { md: "100vh" } };

const columnStyles = {
  flex: 1,
  minHeight: 0,
  display: "grid",
  gridAutoRows: { xs: "90vh", md: "minmax(0, 1fr)" },
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 1fr)" },
};

const paneStyles = {
  display: "flex",
  flexDirection: "column",
  minHeight: 0,
  "& + &": {
    borderTop: { xs: 1, md: 0 },
    borderLeft: { md: 1 },
    borderColor: { xs: "divider", md: "divider" },
  },
};
