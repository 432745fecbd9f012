import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { routes } from "../../../src/portal/routes.ts";
import { RecordView } from "../../../src/portal/shell/RecordView.tsx";
import { anAccount } from "../../support/anAccount.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { detailAnswers } from "../record-detail/renderDetail.tsx";

const code = vi.hoisted(() => {
  let load = () => undefined as void;
  const isLoaded = new Promise<void>((resolve) => (load = resolve));
  return { isLoaded, load };
});

vi.mock("../../../src/portal/review/ReviewPanel.tsx", async (importOriginal) => {
  await code.isLoaded;
  return importOriginal();
});

it("a pending record shows a skeleton until the code of the review is loaded", async () => {
  renderScreen(<RecordView />, {
    at: "/app/view/7",
    route: routes.view,
    account: anAccount({ username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] }),
    answers: {
      ...detailAnswers,
      [endpoints.getRecord.path]: [aWireRecord({ id: "7", status: "pending", vendor: "vendor2" })],
    },
  });
  const skeleton = await screen.findByRole("status", { name: "Loading the review" });
  expect(screen.queryByRole("region", { name: "Review" })).not.toBeInTheDocument();
  code.load();
  expect(await screen.findByRole("region", { name: "Review" })).toBeVisible();
  expect(skeleton).not.toBeInTheDocument();
});
