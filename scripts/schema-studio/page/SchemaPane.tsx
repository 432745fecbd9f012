import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useEffect, useMemo, useState, type RefObject } from "react";
import { readJson } from "../../source/readJson.ts";
import type { LocatedError, SchemaFile, StartAnswer } from "../protocol.ts";
import { ErrorList } from "./ErrorList.tsx";
import { FieldsPane } from "./FieldsPane.tsx";
import { PreviewBoundary } from "./PreviewBoundary.tsx";
import { SchemaEditor, type EditorHandle } from "./SchemaEditor.tsx";

interface SchemaPaneProps extends Pick<StartAnswer, "files" | "vocabulary" | "releasedVersions"> {
  name: string;
  text: string;
  /** Of all schemas; undefined until the first check is done. */
  errors: LocatedError[] | undefined;
  isChecking: boolean;
  editor: RefObject<EditorHandle | null>;
  onOpenSchema(name: string): void;
  onChange(file: SchemaFile): void;
}

/** The open schema as text and as a tree, with the errors of all schemas. */
export function SchemaPane({ name, text, errors, editor, files, ...props }: SchemaPaneProps) {
  const { isChecking, vocabulary, releasedVersions, onOpenSchema, onChange } = props;
  const [tab, setTab] = useState<"text" | "fields">("text");
  const ownErrors = useMemo(() => errors?.filter(({ schema }) => schema === name) ?? [], [errors, name]);
  const [target, setTarget] = useState<Pick<LocatedError, "schema" | "line" | "column">>();
  // The schema and the text are shown first.
  useEffect(() => {
    if (target?.schema === name) editor.current?.goTo(target);
  }, [target, name, editor]);
  const openPlace = (place: Pick<LocatedError, "schema" | "line" | "column">) => {
    if (place.schema !== undefined) onOpenSchema(place.schema);
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
        <Tab value="fields" label="Fields" id="tab-fields" aria-controls="schema" />
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
              releasedVersion={releasedVersions[name]}
              onOpen={(path) => openPlace({ schema: name, ...readJson(text).nameOf(path) })}
              onEdit={(edited) => editor.current?.replaceText({ name, text: edited }, text)}
            />
          </PreviewBoundary>
        )}
      </Box>
      <ErrorList errors={errors} isChecking={isChecking} onOpen={openPlace} />
    </>
  );
}

const tabStyles = { borderBottom: 1, borderColor: "divider" };

const panelStyles = { flex: 1, minHeight: 0, display: "flex", flexDirection: "column" };
