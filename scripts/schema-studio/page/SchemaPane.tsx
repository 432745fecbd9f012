import { useEffect, useMemo, useState, type RefObject } from "react";
import type { LocatedError, SchemaFile, StartAnswer } from "../protocol.ts";
import { ErrorList } from "./ErrorList.tsx";
import { SchemaEditor, type EditorHandle } from "./SchemaEditor.tsx";

interface SchemaPaneProps extends Pick<StartAnswer, "files"> {
  name: string;
  /** Of all schemas; undefined until the first check is done. */
  errors: LocatedError[] | undefined;
  isChecking: boolean;
  editor: RefObject<EditorHandle | null>;
  onOpenSchema(name: string): void;
  onChange(file: SchemaFile): void;
}

/** The text of the open schema, with the errors of all schemas. */
export function SchemaPane({ name, errors, isChecking, editor, files, ...props }: SchemaPaneProps) {
  const { onOpenSchema, onChange } = props;
  const ownErrors = useMemo(() => errors?.filter(({ schema }) => schema === name) ?? [], [errors, name]);
  const [target, setTarget] = useState<LocatedError>();
  // The schema is shown first.
  useEffect(() => {
    if (target?.schema === name) editor.current?.goTo(target);
  }, [target, name, editor]);
  const openError = (error: LocatedError) => {
    if (error.schema !== undefined) onOpenSchema(error.schema);
    setTarget({ ...error });
  };
  return (
    <>
      <SchemaEditor ref={editor} name={name} files={files} errors={ownErrors} onChange={onChange} />
      <ErrorList errors={errors} isChecking={isChecking} onOpen={openError} />
    </>
  );
}
