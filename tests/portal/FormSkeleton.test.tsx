import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { getSchema, listSectionTitles } from "../../src/contract/schema/fields.ts";
import { FormSkeleton, getFormTitle } from "../../src/portal/FormSkeleton.tsx";
import { renderApp } from "../support/renderApp.tsx";

const schema = getSchema("metadata");
const [section] = listSectionTitles(schema);

describe("FormSkeleton", () => {
  it("shows titles and descriptions of the first section's fields in schema order", () => {
    render(<FormSkeleton label="Loading the record" />);
    const fields = Object.entries(schema.properties).filter(([, field]) => field["x-section"] === section);
    const expected = fields.map(([name, { title, description }]) => {
      const mark = schema.required?.includes(name) ? "*" : "";
      return `${title}${mark}${description}`;
    });
    const shown = [...document.querySelectorAll("section")].map(({ textContent }) => textContent);
    expect(shown).toEqual(expected);
    expect(document.querySelector(".skeleton > div > div:last-child > h2")).toHaveTextContent(section!);
  });

  it("announces only the loading label to screen readers", () => {
    render(<FormSkeleton label="Loading the record" />);
    expect(screen.getByRole("status")).toHaveTextContent("Loading the record…");
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it.each([
    ["/metadata_app/app/form/12", "Edit"],
    ["/metadata_app/app/form/new", "Create new metadata record"],
    ["/metadata_app/app/view/12", undefined],
    ["/metadata_app/login", undefined],
  ])("returns the form's title for %s: %s", (path, title) => {
    expect(getFormTitle(path)).toBe(title);
  });

  it("is shown while the portal's code is loading", async () => {
    const rendering = renderApp({ at: "/app/form/12" });
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Opening the portal…"));
    expect(screen.getByRole("heading", { level: 1, name: "Edit" })).toBeInTheDocument();
    await rendering;
  });
});
