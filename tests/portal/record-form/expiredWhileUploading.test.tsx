import { fireEvent, screen, waitFor } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { session } from "../../../src/portal/providers/session.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { renderApp } from "../../support/renderApp.tsx";
import { recordAnswers } from "../records/recordAnswers.ts";
import { formResponses } from "./formResponses.ts";

/** Responds to each upload with 401, as for an expired token. */
class RefusingRequest {
  readonly upload = {};
  status = 0;
  responseText = "";
  onload: () => void = () => undefined;
  static readonly sentWith: Record<string, string>[] = [];
  private readonly headers: Record<string, string> = {};
  open(): void {}
  abort(): void {}
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(): void {
    RefusingRequest.sentWith.push(this.headers);
    this.status = 401;
    this.responseText = '{"message":"Sign in first."}';
    setTimeout(() => this.onload());
  }
}

it("logs out with Session expired on a 401 while a geodatabase uploads", async () => {
  allowRefusals();
  const { container } = await renderApp({
    at: "/app/form/new",
    answers: { ...recordAnswers([]), ...formResponses() },
  });
  vi.stubGlobal("XMLHttpRequest", RefusingRequest);
  const token = session.getAccount()!.accessToken;
  const input = await waitFor(() => {
    const found = container.querySelector('[aria-label="Zipped geodatabase"]');
    expect(found).not.toBeNull();
    return found!;
  });
  const zip = new Uint8Array(readFileSync("tests/fixtures/coverage.gdb.zip"));
  fireEvent.change(input, { target: { files: [new File([zip], "Denton_Creek.gdb.zip")] } });
  expect(await screen.findByText("Session expired")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
  expect(RefusingRequest.sentWith).toEqual([{ "x-access-token": token }]);
  expect(session.getAccount()).toBeUndefined();
  expect(location.pathname).toBe("/metadata_app/login");
});
