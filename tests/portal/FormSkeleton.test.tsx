import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { getSchema, listSectionTitles } from "../../src/contract/schema/fields.ts";
import { FormSkeleton, getFormTitle } from "../../src/portal/FormSkeleton.tsx";
import { renderApp } from "../support/renderApp.tsx";

const schema = getSchema("metadata");
const [section] = listSectionTitles(schema);

describe("FormSkeleton", () => {
  it("says what the form's first section asks for, in the schema's words and order", () => {
    render(<FormSkeleton label="Loading the record" />);
    const fields = Object.entries(schema.properties).filter(([, field]) => field["x-section"] === section);
    const words = fields.map(([name, { title, description }]) => {
      const mark = schema.required?.includes(name) ? "*" : "";
      return `${title}${mark}${description}`;
    });
    const shown = [...document.querySelectorAll("section")].map(({ textContent }) => textContent);
    expect(shown).toEqual(words);
    expect(document.querySelector(".outline > div > div:last-child > h2")).toHaveTextContent(section!);
  });

  it("tells a screen reader what is awaited, and none of the fields that are not there yet", () => {
    render(<FormSkeleton label="Loading the record" />);
    expect(screen.getByRole("status")).toHaveTextContent("Loading the record…");
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it.each([
    ["/metadata_app/app/form/12", "Edit"],
    ["/metadata_app/app/form/new", "Create new metadata record"],
    ["/metadata_app/app/view/12", undefined],
    ["/metadata_app/login", undefined],
  ])("stands at %s as %s", (address, title) => {
    expect(getFormTitle(address)).toBe(title);
  });

  it("stands while the portal's code is fetched", async () => {
    const drawn = renderApp({ at: "/app/form/12" });
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Opening the portal…"));
    expect(screen.getByRole("heading", { level: 1, name: "Edit" })).toBeInTheDocument();
    await drawn;
  });
});
