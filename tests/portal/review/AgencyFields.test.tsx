import { screen, waitFor } from "@testing-library/react";
import { useGetList } from "react-admin";
import { expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { AgencyFields } from "../../../src/portal/review/AgencyFields.tsx";
import type { RecordRow } from "../../../src/portal/providers/resources/recordRow.ts";
import { NO_PAGINATION } from "../../../src/portal/providers/vendorHttpClient.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { recordAnswers } from "../records/recordAnswers.ts";

/** Reads its record from a cached list, so the test can check the list after saving. */
function AgencyFieldsOfListedRecord() {
  const { data: [record] = [] } = useGetList<RecordRow>("records", NO_PAGINATION);
  if (!record) return null;
  return (
    <>
      <p data-testid="agency">{record.labels?.agencies?.get("1")}</p>
      <AgencyFields record={record} names={["modelName"]} />
    </>
  );
}

it("saving agency fields keeps the labels of the cached records in the list", async () => {
  const { user, askedFor } = renderScreen(<AgencyFieldsOfListedRecord />, {
    answers: recordAnswers([aWireRecord({ id: "7" })], { [endpoints.saveRecord.path]: [] }),
  });
  const agency = (await screen.findByTestId("agency")).textContent;
  expect(agency).not.toBe("");
  await user.type(await screen.findByRole("textbox", { name: "Model name" }), " II");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved record!")).toBeVisible();
  expect(askedFor(endpoints.saveRecord.path)).toHaveLength(1);
  await waitFor(() => expect(screen.getByTestId("agency")).toHaveTextContent(agency!));
  expect(screen.getByRole("textbox", { name: "Model name" })).toHaveValue("Denton Creek II");
});
