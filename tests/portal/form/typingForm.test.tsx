import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aMetadata, renderMetadata } from "./renderForm.tsx";

const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Model name" });
const description = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Model description" });

it("lends an input in use to an empty form, so that the browser reads no other at each key", () => {
  renderMetadata(aMetadata());
  const whole = name().form;
  act(() => name().focus());
  expect(name().form).not.toBe(whole);
  expect([...name().form!.elements]).toEqual([name()]);
  act(() => description().focus());
  expect(name().form).toBe(whole);
  expect([...description().form!.elements]).toEqual([description()]);
});

it("keeps it in its own form where Enter submits", async () => {
  const { user, submitted } = renderMetadata(aMetadata(), { enterSubmits: true });
  const whole = name().form;
  await user.click(name());
  expect(name().form).toBe(whole);
  await user.keyboard("{Enter}");
  expect(submitted()).toBeDefined();
});
