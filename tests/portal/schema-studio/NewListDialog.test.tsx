import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { NewListDialog } from "../../../scripts/schema-studio/page/NewListDialog.tsx";

it("creates a list once its name, its filter and each line are valid", async () => {
  const user = userEvent.setup();
  const onCreate = vi.fn();
  render(<NewListDialog sources={["surveyMethods"]} onClose={vi.fn()} onCreate={onCreate} />);
  const fill = async (label: RegExp, text: string) => {
    await user.clear(screen.getByRole("textbox", { name: label }));
    await user.click(screen.getByRole("textbox", { name: label }));
    await user.paste(text);
  };
  const submit = () => user.click(screen.getByRole("button", { name: "Create list" }));
  await fill(/^Name/, "survey-methods");
  await fill(/^Filter key/, "value");
  await fill(/^Entries/, "a\tAirborne\n\na;Again");
  await submit();
  expect(screen.getByText("Another list has this name.")).toBeVisible();
  expect(screen.getByText("Use letters and digits, for example region.")).toBeVisible();
  expect(screen.getByText(/^Line 3: Another entry already has the "value" "a"/)).toBeVisible();
  await fill(/^Filter key/, "region");
  expect(screen.getByText(/^Line 1: This entry has no "region"/)).toBeVisible();
  expect(onCreate).not.toHaveBeenCalled();

  await fill(/^Name/, "gauges");
  await fill(/^Filter key/, "");
  await fill(/^Entries/, "a\tAirborne\n\nb");
  await submit();
  expect(onCreate).toHaveBeenCalledWith({
    name: "reference/gauges",
    text: '[\n  {"value": "a", "label": "Airborne"},\n  {"value": "b", "label": "b"}\n]\n',
  });
});
