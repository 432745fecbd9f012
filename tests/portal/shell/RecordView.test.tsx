import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { routes } from "../../../src/portal/routes.ts";
import { RecordView } from "../../../src/portal/shell/RecordView.tsx";
import { anAccount } from "../../support/anAccount.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import type { Answers } from "../../support/portalNetwork.ts";
import { detailAnswers } from "../record-detail/renderDetail.tsx";

const { getRecord, conflictSummary } = endpoints;

const renderForAdmin = (answers: Answers) =>
  renderScreen(<RecordView />, {
    at: "/app/view/7",
    route: routes.view,
    account: anAccount({ username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] }),
    answers: { ...detailAnswers, ...answers },
  });

it("RecordView loads the page's data before the record's owner is known", async () => {
  const { askedFor } = renderForAdmin({ [getRecord.path]: () => new Promise(() => undefined) });
  await waitFor(() => expect(askedFor(conflictSummary.path)).toHaveLength(1));
  expect(screen.getByRole("status", { name: "Loading the record" })).toBeVisible();
  expect(await screen.findByRole("link", { name: "Review" })).toHaveAttribute("href", "/app/review");
});

it("RecordView shows another vendor's record read-only and sends each request once", async () => {
  const another = aWireRecord({ id: "7", status: "in progress", vendor: "vendor2" });
  const { askedFor } = renderForAdmin({ [getRecord.path]: [another] });
  expect(await screen.findByRole("region", { name: "Status & Messages" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Edit" })).toBeNull();
  expect(screen.getByRole("link", { name: "Review" })).toBeVisible();
  expect(askedFor(conflictSummary.path)).toHaveLength(1);
});
