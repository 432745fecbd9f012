import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CopyBox } from "../../../src/portal/ui/CopyBox.tsx";

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  writeText.mockReset().mockResolvedValue();
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const press = async () => {
  fireEvent.click(screen.getByRole("button"));
  await act(async () => undefined);
};

it("CopyBox copies the text unchanged and shows Copied for one second", async () => {
  render(<CopyBox label="Command" text="bash 'a' 'b'" />);
  await press();
  expect(writeText).toHaveBeenCalledWith("bash 'a' 'b'");
  expect(screen.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("Copied");
  act(() => vi.advanceTimersByTime(999));
  expect(screen.getByRole("button", { name: "Copied" })).toBeVisible();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole("button", { name: "Copy command" })).toBeVisible();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

it("CopyBox restarts the second on another press", async () => {
  render(<CopyBox label="Command" text="x" />);
  await press();
  act(() => vi.advanceTimersByTime(600));
  await press();
  act(() => vi.advanceTimersByTime(600));
  expect(screen.getByRole("button", { name: "Copied" })).toBeVisible();
});

it("CopyBox selects the text if the clipboard is blocked", async () => {
  writeText.mockRejectedValue(new Error("refused"));
  render(<CopyBox label="Command" text="bash 'a'" />);
  await press();
  expect(screen.queryByText("Copied")).toBeNull();
  expect(getSelection()?.toString()).toBe("bash 'a'");
});
