import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useEffect, useMemo, useState, type RefObject } from "react";
import { readJson } from "../../source/readJson.ts";
import { isListName } from "../fileNames.ts";
import type { LocatedError, StudioFile, StartAnswer } from "../protocol.ts";
import { ErrorList } from "./ErrorList.tsx";
import { FieldsPane } from "./FieldsPane.tsx";
import { PreviewBoundary } from "./PreviewBoundary.tsx";
import { SchemaEditor, type EditorHandle } from "./SchemaEditor.tsx";

interface SchemaPaneProps extends Pick<StartAnswer, "files" | "vocabulary" | "released"> {
  /** Of all files. */
  names: string[];
  name: string;
  text: string;
  /** Of all files; undefined until the first check is done, and if the text cannot be checked. */
  errors: LocatedError[] | undefined;
  isChecking: boolean;
  editor: RefObject<EditorHandle | null>;
  onOpenFile(name: string): void;
  onChange(file: StudioFile): void;
  onSelectField(name: string | undefined): void;
}

/** The open schema as text and as a tree, or the open list, with the errors of all files. */
export function SchemaPane({ name, text, errors, editor, files, ...props }: SchemaPaneProps) {
  const { names, isChecking, vocabulary, released, onOpenFile, onChange, onSelectField } = props;
  const isList = isListName(name);
  const [chosenTab, setTab] = useState<"text" | "fields">("text");
  const tab = isList ? "text" : chosenTab;
  const ownErrors = useMemo(() => errors?.filter(({ file }) => file === name) ?? [], [errors, name]);
  const [target, setTarget] = useState<Pick<LocatedError, "file" | "line" | "column">>();
  // The schema and the text are shown first.
  useEffect(() => {
    if (target?.file === name) editor.current?.goTo(target);
  }, [target, name, editor]);
  const openPlace = (place: Pick<LocatedError, "file" | "line" | "column">) => {
    if (place.file !== undefined) onOpenFile(place.file);
    setTab("text");
    setTarget({ ...place });
  };
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_, chosen: typeof tab) => setTab(chosen)}
        aria-label="The schema"
        sx={tabStyles}
      >
        <Tab value="text" label="Text" id="tab-text" aria-controls="schema" />
        {!isList && <Tab value="fields" label="Fields" id="tab-fields" aria-controls="schema" />}
      </Tabs>
      <Box id="schema" role="tabpanel" aria-labelledby={`tab-${tab}`} sx={panelStyles}>
        <Box sx={{ ...panelStyles, ...(tab !== "text" && { display: "none" }) }}>
          <SchemaEditor ref={editor} name={name} files={files} errors={ownErrors} onChange={onChange} />
        </Box>
        {tab === "fields" && (
          <PreviewBoundary title="The fields cannot be shown." content={text}>
            <FieldsPane
              key={name}
              text={text}
              vocabulary={vocabulary}
              released={released[name]}
              onOpen={(path) => openPlace({ file: name, ...readJson(text).nameOf(path) })}
              onSelect={onSelectField}
              onEdit={(edited) => editor.current?.replaceText({ name, text: edited }, text)}
            />
          </PreviewBoundary>
        )}
      </Box>
      <ErrorList names={names} errors={errors} isChecking={isChecking} onOpen={openPlace} />
    </>
  );
}

const tabStyles = { borderBottom: 1, borderColor: "divider" };

const panelStyles = { flex: 1, minHeight: 0, display: "flex", flexDirection: "column" };
