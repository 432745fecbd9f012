import { beforeEach, describe, expect, it, vi } from "vitest";
import { createAuthProvider } from "../../../src/portal/providers/authProvider.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aVendorService } from "../../support/aVendorService.ts";

const STORED = "flood-model-portal.session";

beforeEach(() => {
  session.end();
});

describe("the session", () => {
  it("is stored in local storage under one fixed key", () => {
    session.start(anAccount());
    expect(JSON.parse(localStorage.getItem(STORED)!)).toEqual(anAccount());
  });

  it("is deleted when it ends; its end message is kept until the next session", () => {
    session.start(anAccount());
    session.end("Logged out");
    expect(localStorage.getItem(STORED)).toBeNull();
    expect(session.getAccount()).toBeUndefined();
    expect(session.getEndMessage()).toBe("Logged out");
    session.start(anAccount());
    expect(session.getEndMessage()).toBeUndefined();
  });

  it.each(["{}", "[]", "123", '"vendor1"', "{", '{"username":"vendor1"}'])(
    "ignores and deletes an invalid stored value: %s",
    async (stored) => {
      localStorage.setItem(STORED, stored);
      vi.resetModules();
      const { session: fresh } = await import("../../../src/portal/providers/session.ts");
      expect(fresh.getAccount()).toBeUndefined();
      if (stored !== "{") expect(localStorage.getItem(STORED)).toBeNull();
    },
  );

  it("ends in this tab when another tab ends it", () => {
    session.start(anAccount());
    const listener = vi.fn();
    session.subscribe(listener);
    localStorage.removeItem(STORED);
    window.dispatchEvent(new StorageEvent("storage", { key: STORED }));
    expect(session.getAccount()).toBeUndefined();
    expect(listener).toHaveBeenCalledOnce();
  });

  it("shows the end message of the tab that ended the session", () => {
    session.start(anAccount());
    // As the other tab stores it.
    localStorage.setItem("flood-model-portal.session-ended", "Session expired");
    localStorage.removeItem(STORED);
    window.dispatchEvent(new StorageEvent("storage", { key: STORED }));
    expect(session.getEndMessage()).toBe("Session expired");
  });

  const expired = anAccount({ expirationTime: 1 });

  it("continues with the new token if another tab renewed it while this tab slept", () => {
    session.start(expired);
    const renewed = anAccount({ accessToken: "renewed" });
    localStorage.setItem(STORED, JSON.stringify(renewed));
    session.expire();
    expect(session.getAccount()).toEqual(renewed);
    expect(JSON.parse(localStorage.getItem(STORED)!)).toEqual(renewed);
  });

  it("keeps the end message of another tab that ended the session while this tab slept", () => {
    session.start(expired);
    localStorage.setItem("flood-model-portal.session-ended", "Logged out");
    localStorage.removeItem(STORED);
    session.expire();
    expect(session.getEndMessage()).toBe("Logged out");
    expect(session.getStoredEndMessage()).toBe("Logged out");
  });

  it("expires at the second that is stated in its token", () => {
    session.start(anAccount({ expirationTime: 1000 }));
    expect(session.isExpired(999_999)).toBe(false);
    expect(session.isExpired(1_000_000)).toBe(true);
  });
});

describe("the auth provider", () => {
  const { call } = aVendorService({});
  const provider = createAuthProvider(call);

  it("ends the session on a 401 with Session expired", async () => {
    session.start(anAccount());
    // A react-admin logout would also clear the stored preferences.
    await expect(provider.checkError(new ApiError("", 401))).rejects.toMatchObject({ logoutUser: false });
    expect(session.getAccount()).toBeUndefined();
    expect(session.getEndMessage()).toBe("Session expired");
  });

  it("keeps a session that another tab has renewed when a call with the old token gets 401", async () => {
    session.start(anAccount());
    localStorage.setItem(STORED, JSON.stringify(anAccount({ accessToken: "renewed" })));
    // If the error check threw, react-admin would treat the call as successful.
    await expect(provider.checkError(new ApiError("", 401))).resolves.toBeUndefined();
    expect(session.getAccount()).toMatchObject({ accessToken: "renewed" });
  });

  it("ends the session on logout and keeps other users' drafts", async () => {
    session.start(anAccount());
    localStorage.setItem("flood-model-portal.draft/other/new", "{}");
    expect(await provider.logout({})).toBe(false);
    expect(session.getAccount()).toBeUndefined();
    expect(localStorage.getItem("flood-model-portal.draft/other/new")).toBe("{}");
    expect(session.getEndMessage()).toBe("Logged out");
    localStorage.clear();
  });

  it.each([new ApiError("", 403), new ApiError("", 0), new Error("other")])(
    "keeps the session on other errors: %s",
    async (error) => {
      session.start(anAccount());
      await provider.checkError(error);
      expect(session.getAccount()).toBeDefined();
    },
  );

  it("rejects access without a session or with an expired one", async () => {
    await expect(provider.checkAuth({})).rejects.toThrow();
    session.start(anAccount({ expirationTime: 1 }));
    await expect(provider.checkAuth({})).rejects.toThrow();
  });
});
