import { renderHook } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { BASE_PATH, recordPath, routes } from "../../../src/portal/routes.ts";
import { useProviders } from "../../../src/portal/shell/useProviders.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aConfig, portalNetwork } from "../../support/portalNetwork.ts";

it.each([
  ["for Home", routes.home, 1],
  ["for the sign-in page, which leads there", routes.login, 1],
  ["not for another screen", recordPath("form", "7"), 0],
])("asks for the newest records before anything is drawn: %s", (_, path, times) => {
  history.replaceState(null, "", BASE_PATH + path);
  const { askedFor } = portalNetwork({}, aConfig());
  session.start(anAccount());
  onTestFinished(() => {
    session.end();
    history.replaceState(null, "", "/");
    vi.unstubAllGlobals();
  });
  renderHook(() => useProviders(aConfig()));
  expect(askedFor(endpoints.listRecords.path)).toHaveLength(times);
});
