import type { Page } from "playwright-core";

/** Fills in the record form as a user does: finds fields by their labels and types into them. */
export function createFormFiller(page: Page) {
  /** Labels of required fields end in an asterisk. */
  const field = (label: string) => {
    const name = new RegExp(`^${label}[ *]*$`);
    return page.getByRole("textbox", { name }).or(page.getByRole("combobox", { name })).first();
  };
  const pick = async (label: string, search: string, option = search) => {
    const isTyped = await field(label).evaluate((element) => element instanceof HTMLInputElement);
    // By key: MUI closes the list of a select if the page moves while the pointer is pressed.
    if (isTyped) await field(label).fill(search);
    else await field(label).press("ArrowDown");
    await page.getByRole("option", { name: option, exact: false }).first().click();
  };
  return {
    text: (label: string, value: string) => field(label).fill(value),
    pick,
    async pickAll(label: string, searches: string[]) {
      for (const search of searches) await pick(label, search);
      await page.keyboard.press("Escape");
    },
    /** Checks an option of a short list, shown as checkboxes. */
    async check(group: string, choices: string[]) {
      const box = page.getByRole("group", { name: new RegExp(`^${group}[ *]*$`) });
      for (const name of choices) await box.getByRole("checkbox", { name, exact: true }).check();
    },
    async tags(label: string, entries: string[]) {
      for (const entry of entries) {
        await field(label).fill(entry);
        await page.keyboard.press("Enter");
      }
    },
    async file(path: string) {
      await page.getByLabel("Zipped geodatabase").setInputFiles(path);
      await page
        .getByText(/100\s?%|uploaded|remove/i)
        .first()
        .waitFor();
    },
  };
}
