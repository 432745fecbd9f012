import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { errorOf, renderFields } from "./renderForm.tsx";

const created = () => screen.getByRole("textbox", { name: "Created on" });

describe("a date", () => {
  it.each([
    ["2024-02-29", "2024-02-29"],
    ["2024/3/7", "2024-03-07"],
    ["20240307", "2024-03-07"],
    ["4/17/2023", "2023-04-17"],
    ["2023-04-17 00:00:00", "2023-04-17"],
    ["1999-12-31", "1999-12-31"],
    ["Feb 3, 2025", "2025-02-03"],
    ["12-31-2024", "2024-12-31"],
  ])("typed as %s is stored as %s", async (typed, stored) => {
    const { user, save, submitted } = renderFields({ created: undefined });
    await user.type(created(), typed);
    await user.tab();
    expect(created()).toHaveValue(stored);
    await save();
    expect(submitted()?.["created"]).toBe(stored);
  });

  it.each(["2023-02-29", "2024-13-01", "soon", "2024-1", "2024-12", "2024-123", "0000-01-01"])(
    "is invalid as %s",
    async (typed) => {
      const { user, save, onSubmit } = renderFields({ created: undefined });
      await user.type(created(), typed);
      await user.tab();
      expect(errorOf(created())).toBe("Date is invalid");
      expect(created()).toHaveValue(typed);
      await save();
      expect(onSubmit).not.toHaveBeenCalled();
    },
  );

  it("that can mean two days is refused, and the two days are named", async () => {
    const { user } = renderFields({ created: undefined });
    await user.type(created(), "02-03-2025");
    await user.tab();
    expect(errorOf(created())).toBe("Date is invalid");
    expect(screen.getByText(/can mean/)).toHaveTextContent(
      '"02-03-2025" can mean 2025-02-03 or 2025-03-02. Write the date as YYYY-MM-DD.',
    );
  });

  it("is taken from the calendar unchanged", async () => {
    const { save, submitted } = renderFields({ created: undefined });
    const calendar = document.querySelector(`.day:has(#tiny_created) > input[type="date"]`)!;
    fireEvent.change(calendar, { target: { value: "2024-03-10" } });
    await save();
    expect(submitted()?.["created"]).toBe("2024-03-10");
  });
});

describe("time periods", () => {
  const period = (number: number) => within(screen.getByRole("group", { name: `Period ${number}` }));
  const day = (number: number, name: string) => period(number).getByRole("textbox", { name });

  async function addPeriod(start: string, end: string) {
    const form = renderFields({ periods: undefined, name: "A" });
    await form.user.click(screen.getByRole("button", { name: "+ Add a time period" }));
    expect(day(1, "Start date")).toHaveFocus();
    if (start) await form.user.type(day(1, "Start date"), start);
    if (end) await form.user.type(day(1, "End date"), end);
    return form;
  }

  it("can be added and are submitted", async () => {
    const { save, submitted } = await addPeriod("2015-05-01", "2015-05-01");
    await save();
    expect(submitted()?.["periods"]).toEqual([{ start: "2015-05-01", end: "2015-05-01" }]);
  });

  it("may be left empty on both sides", async () => {
    const { save, onSubmit } = await addPeriod("", "");
    await save();
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it.each([
    ["start", "2015-05-01", "", "End date"],
    ["end", "", "2015-05-01", "Start date"],
  ])("cannot have only a %s", async (_, start, end, missing) => {
    const { user, save } = await addPeriod(start, end);
    await save();
    expect(errorOf(day(1, missing))).toBe("Both dates or none.");
    await user.click(screen.getByRole("link", { name: /^Periods/ }));
    expect(day(1, missing)).toHaveFocus();
  });

  it("show an error for a missing half once the whole period loses focus", async () => {
    const { user } = await addPeriod("2015-05-01", "");
    expect(errorOf(day(1, "End date"))).toBeUndefined();
    await user.click(screen.getByRole("textbox", { name: "Name" }));
    expect(errorOf(day(1, "End date"))).toBe("Both dates or none.");
  });

  it("cannot end before they start", async () => {
    const { user } = await addPeriod("2015-05-02", "2015-05-01");
    await user.tab();
    expect(errorOf(day(1, "End date"))).toBe("End date cannot be before the start date.");
  });

  it("show an error for an impossible date", async () => {
    const { user } = await addPeriod("2015-02-30", "2015-03-01");
    await user.tab();
    expect(errorOf(day(1, "Start date"))).toBe("At least one date is invalid");
  });

  it("come back with Undo after one of them is removed", async () => {
    const { user, save, submitted } = await addPeriod("2015-05-01", "2015-05-01");
    await user.click(screen.getByRole("button", { name: "+ Add another time period" }));
    await user.click(screen.getByRole("button", { name: "Remove Period 1" }));
    expect(screen.getByText("Period 1 was removed.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await save();
    expect(submitted()?.["periods"]).toEqual([{ start: "2015-05-01", end: "2015-05-01" }, {}]);
  });

  it("are removed one by one; a new period has no old errors", async () => {
    const { user, save, submitted } = await addPeriod("2015-05-02", "2015-05-01");
    await user.tab();
    await user.click(screen.getByRole("button", { name: "Remove Period 1" }));
    const add = screen.getByRole("button", { name: "+ Add a time period" });
    expect(add).toHaveFocus();
    await user.click(add);
    expect(day(1, "Start date")).toHaveValue("");
    await user.type(day(1, "Start date"), "2015-05-01");
    await user.click(day(1, "End date"));
    expect(errorOf(day(1, "End date"))).toBeUndefined();
    await user.clear(day(1, "Start date"));
    await user.click(screen.getByRole("button", { name: "Remove Period 1" }));
    await save();
    expect(submitted()?.["periods"]).toEqual([]);
  });
});
