import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi, type MockInstance } from "vitest";
import { NameList } from "../../../src/portal/ui/NameList.tsx";

let scrollIntoView: MockInstance<Element["scrollIntoView"]>;
beforeEach(() => {
  scrollIntoView = vi.spyOn(Element.prototype, "scrollIntoView");
});

it("NameList expands and collapses, and keeps its toggle in view after collapsing", async () => {
  const user = userEvent.setup();
  const { container } = render(<NameList names={["Ark", "Bee", "Cow"]} pluralNoun="counties" maxShown={1} />);
  await user.click(screen.getByRole("button", { name: "and 2 more counties" }));
  expect(container).toHaveTextContent("Ark, Bee, Cow Show fewer");
  await new Promise(requestAnimationFrame);
  expect(scrollIntoView).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Show fewer counties" }));
  expect(container).toHaveTextContent("Ark and 2 more");
  await waitFor(() => expect(scrollIntoView.mock.contexts).toEqual([screen.getByRole("button")]));
});
