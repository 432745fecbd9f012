import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { uploadStorage, type StoredUpload } from "../../../src/portal/browser-upload/runs/uploadStorage.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { SideMenu } from "../../../src/portal/shell/SideMenu.tsx";
import { anAccount } from "../../support/anAccount.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { storeDeviceDraft } from "../../support/draftService.ts";
import { renderApp, renderScreen } from "../../support/renderApp.tsx";
import { recordAnswers } from "../records/recordAnswers.ts";

const answers = recordAnswers([]);
const LOGIN = "/metadata_app/login";
const HOME = "/metadata_app/app/";
const findPage = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name });

describe("Root, signed out", () => {
  it.each(["/", "/app/", "/app/settings", "/somewhere/else"])(
    "%s redirects to the login page",
    async (at) => {
      const { path } = await renderApp({ at, account: null });
      expect(await findPage("Log in")).toBeVisible();
      expect(path()).toBe(LOGIN);
    },
  );

  it("opens the requested page after login", async () => {
    const { path } = await renderApp({ at: "/app/about", account: null, answers });
    expect(path()).toBe(LOGIN);
    await act(async () => session.start(anAccount()));
    expect(await findPage("About metadata records & the upload process")).toBeVisible();
    expect(path()).toBe("/metadata_app/app/about");
  });

  it("redirects Home after login", async () => {
    const { path } = await renderApp({ at: "/login", account: null, answers });
    await act(async () => session.start(anAccount()));
    expect(await findPage("Metadata Records")).toBeVisible();
    expect(path()).toBe(HOME);
  });
});

describe("signed in", () => {
  it.each(["/", "/login", "/app/nowhere", "/app/form", "/somewhere/else"])(
    "%s redirects Home",
    async (at) => {
      const { path } = await renderApp({ at, answers });
      expect(await findPage("Metadata Records")).toBeVisible();
      await waitFor(() => expect(path()).toBe(HOME));
    },
  );

  it.each(["/", "/login", "/app/nowhere", "/somewhere/else"])(
    "%s redirects an admin to Review",
    async (at) => {
      const { path } = await renderApp({
        at,
        account: anAccount({ username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] }),
        answers: { ...answers, [endpoints.listAllRecords.path]: [], [endpoints.reviewFigures.path]: [] },
      });
      expect(await findPage("Review")).toBeVisible();
      await waitFor(() => expect(path()).toBe("/metadata_app/app/review"));
    },
  );

  it.each([
    ["/app/settings", "Settings"],
    ["/app/about", "About metadata records & the upload process"],
    ["/app/support", "Support"],
  ])("%s shows the page %s and sets the window title", async (at, name) => {
    const account = [{ contact_id: 1, first_name: "Maria" }];
    await renderApp({ at, answers: { ...answers, [endpoints.getContact.path]: account } });
    expect(await findPage(name)).toBeVisible();
    await waitFor(() => expect(document.title).toBe(`${name} | Flood Model Portal`));
  });
});

it.each(["form", "instructions"])(
  "an admin opening the %s of a vendor's record is redirected to its view",
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

it("prevents navigation when a file is dropped outside a drop zone, but not for dragged text", async () => {
  await renderApp({ at: "/app/about", answers });
  const heading = await findPage("About metadata records & the upload process");
  for (const type of ["Files", "text/plain"]) {
    const dataTransfer = { types: [type], dropEffect: "copy" };
    const isDefaultAllowed = [
      fireEvent.dragOver(heading, { dataTransfer }),
      fireEvent.drop(heading, { dataTransfer }),
    ];
    expect(isDefaultAllowed).toEqual(type === "Files" ? [false, false] : [true, true]);
  }
});

describe("the session", () => {
  it("ends on logout with Logged out, and the next one starts at Home", async () => {
    const { user, path } = await renderApp({ at: "/app/about", answers });
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    expect(await findPage("Log in")).toBeVisible();
    expect(await screen.findByText("Logged out")).toBeVisible();
    expect(session.getAccount()).toBeUndefined();
    expect(path()).toBe(LOGIN);
    await act(async () => session.start(anAccount()));
    expect(await findPage("Metadata Records")).toBeVisible();
  });

  it("expires with Session expired, and the next one continues on the same page", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const expirationTime = Date.now() / 1000 + 3600;
    const { path } = await renderApp({ at: "/app/about", answers, account: anAccount({ expirationTime }) });
    expect(await findPage(/^About/)).toBeVisible();
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(await screen.findByText("Session expired")).toBeVisible();
    expect(screen.getByText("Your session has ended. Log in to continue where you left off.")).toBeVisible();
    expect(path()).toBe(LOGIN);
    await act(async () => session.start(anAccount()));
    expect(await findPage(/^About/)).toBeVisible();
  });

  it("warns before it ends and stays on the page after signing in again", async () => {
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
    expect(await findPage(/^About/)).toHaveFocus();
  });

  it("closes the sign-in dialog on Cancel and keeps the warning", async () => {
    const expirationTime = Math.floor(Date.now() / 1000) + 200;
    const { user } = await renderApp({ at: "/app/about", answers, account: anAccount({ expirationTime }) });
    await user.click(await screen.findByRole("button", { name: "Stay signed in" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(screen.getByText(/Your session ends/)).toBeVisible();
  });

  it("ends on a 401 of any call and shows Session expired for three seconds", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const refusal = new ApiError("who are you?", 401);
    const { path } = await renderApp({
      answers: { ...answers, [endpoints.listConflicts.path]: refusal, [endpoints.listRecords.path]: refusal },
    });
    expect(await screen.findByText("Session expired")).toBeVisible();
    expect(screen.getByText("Session expired").closest("[role=status]")).not.toBeNull();
    expect(screen.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
    expect(session.getAccount()).toBeUndefined();
    expect(path()).toBe(LOGIN);
    await waitFor(() => expect(screen.queryByText("Session expired")).not.toBeInTheDocument(), {
      timeout: 60_000,
    });
    expect(screen.queryByText("Logged out")).not.toBeInTheDocument();
  });

  it("clears list preferences on logout and keeps them after expiry", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let isExpired = false;
    const records = recordAnswers([aWireRecord()], {
      [endpoints.getContact.path]: () =>
        isExpired ? new ApiError("who are you?", 401) : [{ contact_id: 1 }],
    });
    const { user } = await renderApp({ answers: records });
    const table = () => screen.findByRole("button", { name: "Table" });
    await user.click(await table());
    await screen.findByRole("button", { name: "Table", pressed: true });
    isExpired = true;
    await user.click(screen.getByRole("link", { name: "Settings" }));
    expect(await screen.findByText("Session expired")).toBeVisible();
    isExpired = false;
    // A new token: a late 401 of the old one must not end this session.
    await act(async () => session.start(anAccount({ accessToken: "second" })));
    await user.click(await screen.findByRole("link", { name: "Home" }));
    expect(await table()).toHaveAttribute("aria-pressed", "true");
    await act(async () => session.end("Session expired"));
    await act(async () => session.start(anAccount({ accessToken: "third" })));
    expect(await table()).toHaveAttribute("aria-pressed", "true");
    await user.click(screen.getByRole("button", { name: "Logout" }));
    await findPage("Log in");
    await act(async () => session.start(anAccount({ accessToken: "last" })));
    expect(await table()).toHaveAttribute("aria-pressed", "false");
  });

  const stubPhoneWidth = () =>
    vi.stubGlobal("matchMedia", (query: string) =>
      Object.assign(new EventTarget(), {
        matches: query.includes("max-width"),
        addListener: () => undefined,
        removeListener: () => undefined,
      }),
    );

  it("stays, and the phone menu closes, when the product name in the menu is clicked", async () => {
    stubPhoneWidth();
    const { user } = await renderApp({ at: "/app/about", answers });
    await user.click(await screen.findByRole("button", { name: "Menu" }));
    const menu = await screen.findByRole("dialog", { name: "Menu" });
    await user.click(within(menu).getByRole("link", { name: "Flood Model Portal" }));
    await waitFor(() => expect(menu).not.toBeInTheDocument());
    expect(await findPage("Metadata Records")).toBeVisible();
  });

  it("asks before logging out with unsaved changes on a phone", async () => {
    stubPhoneWidth();
    storeDeviceDraft("7", {});
    const offline = { ...answers, [endpoints.saveDraft.path]: new ApiError("", 0) };
    const { user } = await renderApp({ at: "/app/about", answers: offline });
    await user.click(await screen.findByRole("button", { name: "Menu" }));
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    const dialog = await screen.findByRole("dialog", { name: "Log out with unsaved changes?" });
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Menu" })).toBeNull());
    expect(dialog).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Log out and discard the changes" }));
    expect(await screen.findByText("Logged out")).toBeVisible();
  });

  it("asks before logging out with an unfinished upload", async () => {
    const ticket = { expires: "2999-01-01T00:00:00Z" };
    const anUpload = { username: "vendor1", recordId: "7", ticket } as StoredUpload;
    const others = [
      { ...anUpload, recordId: "8", hasArrived: true },
      { ...anUpload, username: "vendor2" },
    ];
    vi.spyOn(uploadStorage, "list").mockResolvedValue([anUpload, ...others]);
    const { user } = await renderApp({ at: "/app/about", answers });
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    const dialog = await screen.findByRole("dialog", { name: "Log out before the upload is finished?" });
    expect(dialog).toHaveTextContent("1 upload is not finished. If you log out, you must start it again.");
  });

  it("requests all data of Home only once after it starts", async () => {
    const { askedFor } = await renderApp({ answers });
    expect(await screen.findByText("No records found")).toBeVisible();
    const needed = ["listRecords", "listConflicts", "listCollections", "listAgencies", "getContact"] as const;
    for (const name of needed) expect(askedFor(endpoints[name].path), name).toHaveLength(1);
  });

  it("continues on the same page after a 401 without a new history entry", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let isExpired = true;
    const getContact = () => (isExpired ? new ApiError("who are you?", 401) : [{ contact_id: 1 }]);
    await renderApp({
      at: "/app/settings",
      answers: { ...answers, [endpoints.getContact.path]: getContact },
    });
    const entryCount = history.length;
    expect(await findPage("Log in")).toBeVisible();
    isExpired = false;
    await act(async () => session.start(anAccount({ accessToken: "next" })));
    expect(await findPage("Settings")).toBeVisible();
    expect(history.length).toBe(entryCount);
  });

  it("shows no data of one user to the next", async () => {
    const own = {
      ...answers,
      [endpoints.listRecords.path]: ({ params }: { params?: Record<string, string> }) =>
        params!.username === "vendor1" ? new ApiError("one", 500) : [],
    };
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await renderApp({ answers: own });
    expect(await screen.findByText("one")).toBeVisible();
    await act(async () => session.end());
    await act(async () => session.start(anAccount({ username: "vendor2", accessToken: "other" })));
    expect(await screen.findByText("No records found")).toBeVisible();
    expect(screen.queryByText("one")).not.toBeInTheDocument();
  });

  it("passes neither the search nor the page of one user to the next", async () => {
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

describe("SideMenu", () => {
  it("lists its entries in order", async () => {
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

  it("links Documentation to the portal's own guide if no documentation URL is configured", async () => {
    renderScreen(<SideMenu />, { answers, config: { documentationUrl: "" } });
    expect(await screen.findByRole("link", { name: "Documentation" })).toHaveAttribute("href", "/app/guide");
  });

  it("opens a page and focuses its heading", async () => {
    const { user, path } = await renderApp({ answers });
    await user.click(await screen.findByRole("link", { name: "Support" }));
    expect(await findPage("Support")).toHaveFocus();
    expect(path()).toBe("/metadata_app/app/support");
  });

  it("can be skipped by keyboard", async () => {
    const { user } = await renderApp({ answers });
    await user.click(await screen.findByRole("link", { name: "Skip to content" }));
    expect(screen.getByRole("main")).toHaveFocus();
  });
});
