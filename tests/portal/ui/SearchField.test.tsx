import { act, fireEvent, render, screen } from "@testing-library/react";
import { ListContextProvider } from "react-admin";
import { beforeEach, expect, it, vi } from "vitest";
import { ListSearchField } from "../../../src/portal/ui/SearchField.tsx";

const setFilters = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

const renderList = (q: string) => (
  <ListContextProvider value={{ filterValues: { q }, setFilters } as never}>
    <ListSearchField />
  </ListContextProvider>
);

const search = (value: string) => {
  fireEvent.change(screen.getByRole("searchbox"), { target: { value } });
  act(() => void vi.advanceTimersByTime(1000));
  expect(setFilters).toHaveBeenLastCalledWith({ q: value });
};

it("ListSearchField keeps the typed text if the URL is updated late", () => {
  const { rerender } = render(renderList(""));
  search("den");
  search("denton");
  for (const urlQuery of ["den", "denton"]) {
    rerender(renderList(urlQuery));
    expect(screen.getByRole("searchbox")).toHaveValue("denton");
  }
});

it("ListSearchField debounces typing and searches pasted text at once", () => {
  setFilters.mockClear();
  render(renderList(""));
  const enter = (value: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value } });
  enter("d");
  expect(setFilters).not.toHaveBeenCalled();
  enter("denton");
  expect(setFilters.mock.calls).toEqual([[{ q: "denton" }]]);
  act(() => void vi.advanceTimersByTime(1000));
  expect(setFilters).toHaveBeenCalledTimes(1);
});

it("ListSearchField shows the URL's query after it was changed elsewhere", () => {
  const { rerender } = render(renderList(""));
  search("den");
  rerender(renderList("den"));
  rerender(renderList(""));
  expect(screen.getByRole("searchbox")).toHaveValue("");
  rerender(renderList("den"));
  expect(screen.getByRole("searchbox")).toHaveValue("den");
});

it("ListSearchField searches pasted text without its control characters", () => {
  setFilters.mockClear();
  render(renderList(""));
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "\0denton\u0007creek\0" } });
  expect(setFilters.mock.calls).toEqual([[{ q: "denton creek" }]]);
});
