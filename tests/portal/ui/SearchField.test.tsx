import { act, fireEvent, render, screen } from "@testing-library/react";
import { ListContextProvider } from "react-admin";
import { beforeEach, expect, it, vi } from "vitest";
import { ListSearchField } from "../../../src/portal/ui/SearchField.tsx";

const setFilters = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

const page = (q: string) => (
  <ListContextProvider value={{ filterValues: { q }, setFilters } as never}>
    <ListSearchField />
  </ListContextProvider>
);

const search = (value: string) => {
  fireEvent.change(screen.getByRole("searchbox"), { target: { value } });
  act(() => void vi.advanceTimersByTime(1000));
  expect(setFilters).toHaveBeenLastCalledWith({ q: value });
};

it("loses no letter where the address follows only after more is searched for", () => {
  const { rerender } = render(page(""));
  search("den");
  search("denton");
  for (const address of ["den", "denton"]) {
    rerender(page(address));
    expect(screen.getByRole("searchbox")).toHaveValue("denton");
  }
});

it("waits for more after a letter, and not after what is pasted", () => {
  setFilters.mockClear();
  render(page(""));
  const enter = (value: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value } });
  enter("d");
  expect(setFilters).not.toHaveBeenCalled();
  enter("denton");
  expect(setFilters.mock.calls).toEqual([[{ q: "denton" }]]);
  act(() => void vi.advanceTimersByTime(1000));
  expect(setFilters).toHaveBeenCalledTimes(1);
});

it("is what the address says once that is changed elsewhere", () => {
  const { rerender } = render(page(""));
  search("den");
  rerender(page("den"));
  rerender(page(""));
  expect(screen.getByRole("searchbox")).toHaveValue("");
  rerender(page("den"));
  expect(screen.getByRole("searchbox")).toHaveValue("den");
});
