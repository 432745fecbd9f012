import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SchemaForm } from "../../../src/portal/form/SchemaForm.tsx";
import { contactBook, optionLists, references } from "./renderForm.tsx";

const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
const before = scope.IS_REACT_ACT_ENVIRONMENT ?? false;
let root: Root;

/** Drawn as in a browser: under the testing library's hand nothing would be left undrawn. */
beforeEach(() => {
  scope.IS_REACT_ACT_ENVIRONMENT = false;
  const box = document.body.appendChild(document.createElement("div"));
  root = createRoot(box);
  flushSync(() =>
    root.render(
      <SchemaForm
        schemaName="metadata"
        initial={{}}
        options={optionLists()}
        references={references()}
        contactBook={contactBook()}
        onSubmit={() => undefined}
      >
        <button type="submit">Save</button>
      </SchemaForm>,
    ),
  );
});

afterEach(() => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
  scope.IS_REACT_ACT_ENVIRONMENT = before;
});

const element = (id: string) => document.getElementById(`metadata${id}`);
const click = (target: HTMLElement | null | undefined) => flushSync(() => target?.click());

it("can be typed in at its first section while the last is not drawn yet, and then is drawn whole", async () => {
  expect(element("_modelIdentifier")).not.toBeNull();
  expect(element("_softwareVersion")).toBeNull();
  await expect.poll(() => element("_contacts-add"), { timeout: 20_000 }).not.toBeNull();
});

it("leads to a section that is not drawn yet", () => {
  click(document.querySelector<HTMLElement>('a[href="#metadata-contacts"]'));
  expect(document.activeElement).toBe(element("-contacts-heading"));
});

it("draws every field at the first attempt to save, so that each error leads to its field", () => {
  click(document.querySelector<HTMLElement>("button[type=submit]"));
  expect(element("_softwareVersion")).not.toBeNull();
  click(document.querySelector<HTMLElement>('a[href="#metadata_softwareVersion"]'));
  expect(document.activeElement).toBe(element("_softwareVersion"));
});
