import { beforeEach, describe, expect, it, vi } from "vitest";
import { createAuthProvider } from "../../../src/portal/providers/authProvider.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aVendorService } from "../../support/aVendorService.ts";

const STORED = "flood-model-portal.session";

beforeEach(() => {
  session.end();
});

describe("the session", () => {
  it("is kept in local storage under one fixed name", () => {
    session.start(anAccount());
    expect(JSON.parse(localStorage.getItem(STORED)!)).toEqual(anAccount());
  });

  it("is forgotten when it ends, and says why until the next begins", () => {
    session.start(anAccount());
    session.end("Logged out");
    expect(localStorage.getItem(STORED)).toBeNull();
    expect(session.getAccount()).toBeUndefined();
    expect(session.getEndMessage()).toBe("Logged out");
    session.start(anAccount());
    expect(session.getEndMessage()).toBeUndefined();
  });

  it.each(["{}", "[]", "123", '"vendor1"', "{", '{"username":"vendor1"}'])(
    "that was saved as %s is none, and is forgotten",
    async (stored) => {
      localStorage.setItem(STORED, stored);
      vi.resetModules();
      const { session: fresh } = await import("../../../src/portal/providers/session.ts");
      expect(fresh.getAccount()).toBeUndefined();
      if (stored !== "{") expect(localStorage.getItem(STORED)).toBeNull();
    },
  );

  it("ends in this tab when it ended in another", () => {
    session.start(anAccount());
    const listener = vi.fn();
    session.subscribe(listener);
    localStorage.removeItem(STORED);
    window.dispatchEvent(new StorageEvent("storage", { key: STORED }));
    expect(session.getAccount()).toBeUndefined();
    expect(listener).toHaveBeenCalledOnce();
  });

  it("that another tab ended says why, as that tab does", () => {
    session.start(anAccount());
    // What the other tab leaves behind.
    localStorage.setItem("flood-model-portal.session-ended", "Session expired");
    localStorage.removeItem(STORED);
    window.dispatchEvent(new StorageEvent("storage", { key: STORED }));
    expect(session.getEndMessage()).toBe("Session expired");
  });

  const expired = anAccount({ expirationTime: 1 });

  it("that another tab renewed while this one slept goes on under the new token", () => {
    session.start(expired);
    const renewed = anAccount({ accessToken: "renewed" });
    localStorage.setItem(STORED, JSON.stringify(renewed));
    session.expire();
    expect(session.getAccount()).toEqual(renewed);
    expect(JSON.parse(localStorage.getItem(STORED)!)).toEqual(renewed);
  });

  it("that another tab ended while this one slept ended as it did there", () => {
    session.start(expired);
    localStorage.setItem("flood-model-portal.session-ended", "Logged out");
    localStorage.removeItem(STORED);
    session.expire();
    expect(session.getEndMessage()).toBe("Logged out");
    expect(session.getStoredEndMessage()).toBe("Logged out");
  });

  it("expires at the second the token does", () => {
    session.start(anAccount({ expirationTime: 1000 }));
    expect(session.isExpired(999_999)).toBe(false);
    expect(session.isExpired(1_000_000)).toBe(true);
  });
});

describe("the auth provider", () => {
  const { call } = aVendorService({});
  const provider = createAuthProvider(call);

  it("ends the session on a 401, and says that it expired", async () => {
    session.start(anAccount());
    // react-admin must not sign out once more: it would forget the user's choices.
    await expect(provider.checkError(new VendorError("", 401))).rejects.toMatchObject({ logoutUser: false });
    expect(session.getAccount()).toBeUndefined();
    expect(session.getEndMessage()).toBe("Session expired");
  });

  it("lets a call fail that was refused for a session which another tab has renewed", async () => {
    session.start(anAccount());
    localStorage.setItem(STORED, JSON.stringify(anAccount({ accessToken: "renewed" })));
    // React-admin would answer a call whose error check throws as one that went well.
    await expect(provider.checkError(new VendorError("", 401))).resolves.toBeUndefined();
    expect(session.getAccount()).toMatchObject({ accessToken: "renewed" });
  });

  it("ends the session by choice, and no other user's typed work", async () => {
    session.start(anAccount());
    localStorage.setItem("flood-model-portal.draft/other/new", "{}");
    expect(await provider.logout({})).toBe(false);
    expect(session.getAccount()).toBeUndefined();
    expect(localStorage.getItem("flood-model-portal.draft/other/new")).toBe("{}");
    expect(session.getEndMessage()).toBe("Logged out");
    localStorage.clear();
  });

  it.each([new VendorError("", 403), new VendorError("", 0), new Error("other")])(
    "lets other errors be: %s",
    async (error) => {
      session.start(anAccount());
      await provider.checkError(error);
      expect(session.getAccount()).toBeDefined();
    },
  );

  it("lets nobody in without a session, or with one that expired", async () => {
    await expect(provider.checkAuth({})).rejects.toThrow();
    session.start(anAccount({ expirationTime: 1 }));
    await expect(provider.checkAuth({})).rejects.toThrow();
  });
});
