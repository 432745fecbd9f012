import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { configure, getConfig, screen, waitFor, within } from "@testing-library/react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { JsonObject } from "../../../src/contract/schema/fields.ts";
import { contactTexts } from "../../../src/portal/form/contacts/contactTexts.ts";
import { aMetadata, contactBook, optionLists, references, WithContacts } from "./renderForm.tsx";

/** React's own scheduling, as in a browser: the tests' would draw all before they look. */
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
const { asyncWrapper } = getConfig();
let root: Root | undefined;

beforeEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  configure({ asyncWrapper: (act) => act() });
});

afterEach(() => {
  flushSync(() => root?.unmount());
  document.body.replaceChildren();
  configure({ asyncWrapper });
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

/** The form as it is first painted. */
function draw(initial: JsonObject = aMetadata(), entries: Record<string, string> = {}, isWhole = false) {
  const container = document.body.appendChild(document.createElement("div"));
  root = createRoot(container);
  const form = (
    <QueryClientProvider client={new QueryClient()}>
      <WithContacts
        schemaName="metadata"
        initial={initial}
        entries={entries}
        isWhole={isWhole}
        options={optionLists()}
        references={references()}
        contactBook={contactBook()}
        contactTexts={contactTexts()}
        onSubmit={vi.fn()}
      >
        <button type="submit">Save</button>
      </WithContacts>
    </QueryClientProvider>
  );
  flushSync(() => root!.render(form));
}

const last = () => document.getElementById("metadata_contacts-add");

it("draws the fields of the first window first, and all others behind them", async () => {
  draw();
  expect(document.getElementById("metadata_modelName")).toBeInTheDocument();
  expect(last()).toBeNull();
  await waitFor(() => expect(last()).toBeInTheDocument());
});

it("draws all for whoever goes to a section that is not drawn yet", async () => {
  draw();
  const menu = within(screen.getByRole("navigation", { name: "Sections of the form" }));
  menu.getByRole("link", { name: /^Contacts/ }).click();
  expect(await screen.findByRole("heading", { name: /^Contacts/ })).toHaveFocus();
  expect(last()).toBeInTheDocument();
});

it("draws all at once where something is half typed, so that a save at once takes it in", () => {
  draw(aMetadata(), { chainOfCustody: "City of Justin" });
  expect(last()).toBeInTheDocument();
});

it("draws all at once where its page wants that", () => {
  draw(aMetadata(), {}, true);
  expect(last()).toBeInTheDocument();
});

it("draws all when a save fails, so that each error leads to its field", async () => {
  draw(aMetadata({ softwareVersion: undefined }));
  screen.getByRole("button", { name: "Save" }).click();
  const link = await screen.findByRole("link", { name: "Software version: Required" });
  link.click();
  expect(document.getElementById("metadata_softwareVersion")).toHaveFocus();
});
