import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { SideMenu } from "../../../src/portal/shell/SideMenu.tsx";
import { anAccount } from "../../support/anAccount.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { renderApp, renderScreen } from "../../support/renderApp.tsx";
import { keepDraft } from "../record-form/keepDraft.ts";
import { recordAnswers } from "../records/recordAnswers.ts";

const answers = recordAnswers([]);
const LOGIN = "/metadata_app/login";
const HOME = "/metadata_app/app/";
const pageNamed = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name });

describe("signed out", () => {
  it.each(["/", "/app/", "/app/settings", "/somewhere/else"])("%s leads to the login", async (at) => {
    const { path } = await renderApp({ at, account: null });
    expect(await pageNamed("Log in")).toBeVisible();
    expect(path()).toBe(LOGIN);
  });

  it("a deep link is remembered until the user is in", async () => {
    const { path } = await renderApp({ at: "/app/about", account: null, answers });
    expect(path()).toBe(LOGIN);
    await act(async () => session.start(anAccount()));
    expect(await pageNamed("About metadata records & the upload process")).toBeVisible();
    expect(path()).toBe("/metadata_app/app/about");
  });

  it("the login itself leads Home", async () => {
    const { path } = await renderApp({ at: "/login", account: null, answers });
    await act(async () => session.start(anAccount()));
    expect(await pageNamed("Metadata Records")).toBeVisible();
    expect(path()).toBe(HOME);
  });
});

describe("signed in", () => {
  it.each(["/", "/login", "/app/nowhere", "/app/form", "/somewhere/else"])("%s leads Home", async (at) => {
    const { path } = await renderApp({ at, answers });
    expect(await pageNamed("Metadata Records")).toBeVisible();
    await waitFor(() => expect(path()).toBe(HOME));
  });

  it.each(["/", "/login", "/somewhere/else"])(
    "%s leads an admin to what waits for a decision",
    async (at) => {
      const { path } = await renderApp({
        at,
        account: anAccount({ username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] }),
        answers: { ...answers, [endpoints.listReviews.path]: [], [endpoints.reviewFigures.path]: [] },
      });
      expect(await pageNamed("Review")).toBeVisible();
      await waitFor(() => expect(path()).toBe("/metadata_app/app/review"));
    },
  );

  it.each([
    ["/app/settings", "Settings"],
    ["/app/about", "About metadata records & the upload process"],
    ["/app/support", "Support"],
  ])("%s is the page %s, and the window says so", async (at, name) => {
    const account = [{ contact_id: 1, first_name: "Maria" }];
    await renderApp({ at, answers: { ...answers, [endpoints.getContact.path]: account } });
    expect(await pageNamed(name)).toBeVisible();
    await waitFor(() => expect(document.title).toBe(`${name} | Flood Model Portal`));
  });
});

it.each(["form", "instructions"])(
  "an admin on the %s of a vendor's record is led to its view",
  async (name) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const record = aWireRecord({ id: "7", vendor: "vendor1" });
    const { path } = await renderApp({
      at: `/app/${name}/7`,
      account: anAccount({ username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] }),
      answers: { ...answers, [endpoints.getRecord.path]: [record] },
    });
    await waitFor(() => expect(path()).toBe("/metadata_app/app/view/7"));
  },
);

it("stays where it is when a file is dropped beside where one is wanted, and leaves texts to the browser", async () => {
  await renderApp({ at: "/app/about", answers });
  const heading = await pageNamed("About metadata records & the upload process");
  for (const type of ["Files", "text/plain"]) {
    const dataTransfer = { types: [type], dropEffect: "copy" };
    const isLeft = [fireEvent.dragOver(heading, { dataTransfer }), fireEvent.drop(heading, { dataTransfer })];
    expect(isLeft).toEqual(type === "Files" ? [false, false] : [true, true]);
  }
});

describe("the session", () => {
  it("ends by choice with Logged out, and the next one starts from Home", async () => {
    const { user, path } = await renderApp({ at: "/app/about", answers });
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    expect(await pageNamed("Log in")).toBeVisible();
    expect(await screen.findByText("Logged out")).toBeVisible();
    expect(session.getAccount()).toBeUndefined();
    expect(path()).toBe(LOGIN);
    await act(async () => session.start(anAccount()));
    expect(await pageNamed("Metadata Records")).toBeVisible();
  });

  it("ends with Session expired once its time has passed, and goes on where it was", async () => {
    const expirationTime = Date.now() / 1000 + 1.5;
    const { path } = await renderApp({ at: "/app/about", answers, account: anAccount({ expirationTime }) });
    expect(await pageNamed(/^About/)).toBeVisible();
    expect(await screen.findByText("Session expired")).toBeVisible();
    expect(history.state).toMatchObject({ usr: { nextPathname: "/app/about", nextHash: "" } });
    expect(screen.getByText("Your session has ended. Log in to go on where you were.")).toBeVisible();
    expect(path()).toBe(LOGIN);
    await act(async () => session.start(anAccount()));
    expect(await pageNamed(/^About/)).toBeVisible();
  });

  it("is about to end: says so five minutes before, and goes on where it was once signed in again", async () => {
    const soon = Math.floor(Date.now() / 1000) + 200;
    const again = { ...anAccount({ accessToken: "next" }), id: 1 };
    const { user, path } = await renderApp({
      at: "/app/about",
      answers: { ...answers, [endpoints.signIn.path]: [again] },
      account: anAccount({ expirationTime: soon }),
    });
    await user.click(await screen.findByRole("button", { name: "Stay signed in" }));
    await user.type(screen.getByLabelText(/^Password of vendor1/), "FloodModel2026{Enter}");
    await waitFor(() => expect(session.getAccount()?.accessToken).toBe("next"));
    await waitFor(() => expect(screen.queryByText(/Your session ends/)).not.toBeInTheDocument());
    expect(path()).toBe("/metadata_app/app/about");
    expect(await pageNamed(/^About/)).toHaveFocus();
  });

  it("ends with Session expired on a 401 of any call, for three seconds at the bottom of the page", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const refusal = new VendorError("who are you?", 401);
    const { path } = await renderApp({
      answers: { ...answers, [endpoints.listConflicts.path]: refusal, [endpoints.listRecords.path]: refusal },
    });
    expect(await screen.findByText("Session expired")).toBeVisible();
    expect(screen.getByText("Session expired").closest("[role=status]")).not.toBeNull();
    expect(screen.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
    expect(session.getAccount()).toBeUndefined();
    expect(path()).toBe(LOGIN);
    await waitFor(() => expect(screen.queryByText("Session expired")).not.toBeInTheDocument(), {
      timeout: 4000,
    });
    expect(screen.queryByText("Logged out")).not.toBeInTheDocument();
  });

  it("forgets by choice how lists were shown, and keeps it when it ends by itself", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let isOver = false;
    const records = recordAnswers([aWireRecord()], {
      [endpoints.getContact.path]: () =>
        isOver ? new VendorError("who are you?", 401) : [{ contact_id: 1 }],
    });
    const { user } = await renderApp({ answers: records });
    const table = () => screen.findByRole("button", { name: "Table" });
    await user.click(await table());
    isOver = true;
    await user.click(screen.getByRole("link", { name: "Settings" }));
    expect(await screen.findByText("Session expired")).toBeVisible();
    isOver = false;
    await act(async () => session.start(anAccount()));
    await user.click(await screen.findByRole("link", { name: "Home" }));
    expect(await table()).toHaveAttribute("aria-pressed", "true");
    await act(async () => session.end("Session expired"));
    await act(async () => session.start(anAccount({ accessToken: "next" })));
    expect(await table()).toHaveAttribute("aria-pressed", "true");
    await user.click(screen.getByRole("button", { name: "Logout" }));
    await pageNamed("Log in");
    await act(async () => session.start(anAccount({ accessToken: "last" })));
    expect(await table()).toHaveAttribute("aria-pressed", "false");
  });

  const onPhone = () =>
    vi.stubGlobal("matchMedia", (query: string) =>
      Object.assign(new EventTarget(), {
        matches: query.includes("max-width"),
        addListener: () => undefined,
        removeListener: () => undefined,
      }),
    );

  it("closes a phone's menu where the product's name in it leads Home", async () => {
    onPhone();
    const { user } = await renderApp({ at: "/app/about", answers });
    await user.click(await screen.findByRole("button", { name: "Menu" }));
    const menu = await screen.findByRole("dialog", { name: "Menu" });
    await user.click(within(menu).getByRole("link", { name: "Flood Model Portal" }));
    await waitFor(() => expect(menu).not.toBeInTheDocument());
    expect(await pageNamed("Metadata Records")).toBeVisible();
  });

  it("asks on a phone, too, before it ends with unsaved changes", async () => {
    onPhone();
    keepDraft("7", {});
    const { user } = await renderApp({ at: "/app/about", answers });
    await user.click(await screen.findByRole("button", { name: "Menu" }));
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    const question = await screen.findByRole("dialog", { name: "Log out with unsaved changes?" });
    // Longer than a menu takes to close.
    await act(async () => new Promise((resolve) => setTimeout(resolve, 500)));
    expect(question).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Log out and discard them" }));
    expect(await screen.findByText("Logged out")).toBeVisible();
  });

  it("asks for everything Home needs at once, each thing once", async () => {
    const { askedFor } = await renderApp({ answers });
    expect(await screen.findByText("No records found")).toBeVisible();
    const needed = ["listRecords", "listConflicts", "listCollections", "listAgencies", "getContact"] as const;
    for (const name of needed) expect(askedFor(endpoints[name].path), name).toHaveLength(1);
  });

  it("goes on after a 401 where it was, without a step to take back", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let isOver = true;
    const getContact = () => (isOver ? new VendorError("who are you?", 401) : [{ contact_id: 1 }]);
    await renderApp({
      at: "/app/settings",
      answers: { ...answers, [endpoints.getContact.path]: getContact },
    });
    const steps = history.length;
    expect(await pageNamed("Log in")).toBeVisible();
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(history.length).toBe(steps);
    isOver = false;
    await act(async () => session.start(anAccount()));
    expect(await pageNamed("Settings")).toBeVisible();
  });

  it("shows nothing of one user to the next", async () => {
    const own = {
      ...answers,
      [endpoints.listRecords.path]: ({ params }: { params?: Record<string, string> }) =>
        params!.username === "vendor1" ? new VendorError("one", 500) : [],
    };
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await renderApp({ answers: own });
    expect(await screen.findByText("one")).toBeVisible();
    await act(async () => session.end());
    await act(async () => session.start(anAccount({ username: "vendor2", accessToken: "other" })));
    expect(await screen.findByText("No records found")).toBeVisible();
    expect(screen.queryByText("one")).not.toBeInTheDocument();
  });

  it("hands neither the search nor the place of one user to the next", async () => {
    const { user, path } = await renderApp({ answers: recordAnswers([aWireRecord()]) });
    await user.type(await screen.findByRole("searchbox"), "Pecan");
    await waitFor(() => expect(location.search).toContain("Pecan"));
    await user.click(screen.getByRole("link", { name: "About" }));
    await act(async () => session.end("Session expired"));
    await act(async () => session.start(anAccount({ username: "vendor2", accessToken: "other" })));
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    expect(screen.getByRole("searchbox")).toHaveValue("");
    expect(path()).toBe(HOME);
  });
});

describe("the side menu", () => {
  it("lists the portal's places in their order", async () => {
    await renderApp({ answers });
    const menu = await screen.findByRole("navigation", { name: "Main" });
    const entries = [...menu.querySelectorAll("li")].map(({ textContent }) => textContent).filter(Boolean);
    expect(entries.map((entry) => entry!.replace("opens in a new tab", ""))).toEqual([
      "Home",
      "Settings",
      "Documentation",
      "About",
      "Support",
      "Logout",
    ]);
    expect(screen.getByRole("link", { name: /Documentation/ })).toHaveAttribute(
      "href",
      "https://docs.example.com/portal",
    );
    expect(screen.getByRole("link", { name: "Home" })).toHaveAttribute("aria-current", "page");
  });

  it("leads from Documentation to the portal's own guide where the installation names no other", async () => {
    renderScreen(<SideMenu />, { answers, config: { documentationUrl: "" } });
    expect(await screen.findByRole("link", { name: "Documentation" })).toHaveAttribute("href", "/app/guide");
  });

  it("leads to a page and moves the focus to its name", async () => {
    const { user, path } = await renderApp({ answers });
    await user.click(await screen.findByRole("link", { name: "Support" }));
    expect(await pageNamed("Support")).toHaveFocus();
    expect(path()).toBe("/metadata_app/app/support");
  });

  it("can be passed by the keyboard", async () => {
    const { user } = await renderApp({ answers });
    await user.click(await screen.findByRole("link", { name: "Skip to content" }));
    expect(screen.getByRole("main")).toHaveFocus();
  });
});
