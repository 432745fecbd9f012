import { render } from "@testing-library/react";
import { createRef } from "react";
import { expect, it, vi } from "vitest";
import { SchemaEditor, type EditorHandle } from "../../../scripts/schema-studio/page/SchemaEditor.tsx";
import type { StudioFile } from "../../../scripts/schema-studio/protocol.ts";

const CONTACT = { name: "contact", text: '{\r\n  "title": "Contact"\r\n}\r\n' };
const MESSAGE = { name: "message", text: '{\n  "title": "Message"\n}\n' };

function renderEditor() {
  const onChange = vi.fn<(file: StudioFile) => void>();
  const editor = createRef<EditorHandle>();
  const renderOpen = (name: string) => (
    <SchemaEditor ref={editor} name={name} files={[CONTACT, MESSAGE]} errors={[]} onChange={onChange} />
  );
  const { rerender } = render(renderOpen("contact"));
  return { editor, onChange, open: (name: string) => rerender(renderOpen(name)) };
}

const rename = ({ name, text }: StudioFile): StudioFile => ({
  name,
  text: text.replace(/: ".*"/, ': "Renamed"'),
});

it("replaces the text of a file with the line ends of Windows", () => {
  const { editor, onChange } = renderEditor();
  editor.current!.replaceText(rename(CONTACT), CONTACT.text);
  expect(onChange).toHaveBeenCalledWith({ name: "contact", text: '{\n  "title": "Renamed"\n}\n' });
});

it("undoes an edit of a schema that was not open", () => {
  const { editor, onChange, open } = renderEditor();
  editor.current!.replaceText(rename(MESSAGE), MESSAGE.text);
  expect(onChange).toHaveBeenLastCalledWith(rename(MESSAGE));
  open("message");
  editor.current!.undo();
  expect(onChange).toHaveBeenLastCalledWith(MESSAGE);
});

it("does not replace what the user has typed since", () => {
  const { editor, onChange } = renderEditor();
  editor.current!.replaceText(rename(MESSAGE), "{}");
  expect(onChange).not.toHaveBeenCalled();
});
