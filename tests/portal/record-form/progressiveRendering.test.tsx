import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { configure, getConfig, screen, waitFor, within } from "@testing-library/react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { createContactDrafts } from "../../../src/portal/record-form/contacts/contactDrafts.ts";
import { optionLists, references } from "../form/renderForm.tsx";
import { aMetadata, contactBook, MetadataForm } from "./renderMetadata.tsx";

/** Uses React's own scheduling: act() would render all fields before the first assertion. */
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
const isActEnvironment = environment.IS_REACT_ACT_ENVIRONMENT;
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
  // The files after this one share its global object.
  environment.IS_REACT_ACT_ENVIRONMENT = isActEnvironment;
});

/** The form after its first paint. */
function renderForm(initialValues: JsonObject = aMetadata(), shouldRenderAllFields = false) {
  const container = document.body.appendChild(document.createElement("div"));
  root = createRoot(container);
  const form = (
    <QueryClientProvider client={new QueryClient()}>
      <MetadataForm
        initialValues={initialValues}
        shouldRenderAllFields={shouldRenderAllFields}
        options={optionLists()}
        references={references()}
        contactBook={contactBook()}
        contactDrafts={createContactDrafts()}
        onSubmit={vi.fn()}
      >
        <button type="submit">Save</button>
      </MetadataForm>
    </QueryClientProvider>
  );
  flushSync(() => root!.render(form));
}

const getLastButton = () => document.getElementById("metadata_contacts-add");

it("renders the first screen of fields first, then the others", async () => {
  renderForm();
  expect(document.getElementById("metadata_modelName")).toBeInTheDocument();
  expect(getLastButton()).toBeNull();
  await waitFor(() => expect(getLastButton()).toBeInTheDocument());
});

it("renders all fields when the user goes to a section that is not rendered yet", async () => {
  renderForm();
  const menu = within(screen.getByRole("navigation", { name: "Sections of the form" }));
  menu.getByRole("link", { name: /^Contacts/ }).click();
  expect(await screen.findByRole("heading", { name: /^Contacts/ })).toHaveFocus();
  expect(getLastButton()).toBeInTheDocument();
});

it("renders all fields at once if the page asks for it", () => {
  renderForm(aMetadata(), true);
  expect(getLastButton()).toBeInTheDocument();
});

it("renders all fields when a save fails, so that each error links to its field", async () => {
  renderForm(aMetadata({ softwareVersion: undefined }));
  screen.getByRole("button", { name: "Save" }).click();
  const link = await screen.findByRole("link", { name: "Software version: Required" });
  link.click();
  expect(document.getElementById("metadata_softwareVersion")).toHaveFocus();
});
