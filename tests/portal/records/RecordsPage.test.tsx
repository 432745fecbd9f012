import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { RecordsPage } from "../../../src/portal/records/RecordsPage.tsx";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { aWireConflict, recordAnswers } from "./recordAnswers.ts";

const named = (modelName: string, overrides = {}) => aWireRecord({ ...overrides, metadata: { modelName } });

/** react-admin says each refused call in the console of a build for development. */
const allowRefusals = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

describe("Home", () => {
  it("shows a loader until the records are there, under the page's name", async () => {
    renderScreen(<RecordsPage />, { answers: recordAnswers([named("Denton Creek")]) });
    expect(screen.getByRole("heading", { level: 1, name: "Metadata Records" })).toHaveFocus();
    expect(screen.getByText(/Loading your records/)).toBeVisible();
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    expect(screen.queryByText(/Loading/)).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Create +" })).toHaveAttribute("href", "/app/form/new");
  });

  it("shows the first of very many while the rest is on its way, where they stay, and what all come to once it is here", async () => {
    const rows = Array.from({ length: 60 }, (_, at) =>
      named(`Model ${at + 1}`, {
        id: String(at + 1),
        timeOfLastStatusChange: `2026-01-01T00:${59 - (at % 60)}:00`,
      }),
    );
    let answerWhole: (rows: JsonObject[]) => void = () => undefined;
    const whole = new Promise<JsonObject[]>((resolve) => (answerWhole = resolve));
    renderScreen(<RecordsPage />, {
      answers: recordAnswers([], {
        [endpoints.listRecords.path]: ({ query }) =>
          query ? { rows: rows.slice(0, Number(query["limit"])), total: rows.length } : whole,
      }),
    });
    expect(await screen.findByRole("link", { name: "Model 48" })).toBeVisible();
    const strip = screen.getByRole("group", { name: "Records by status" });
    expect(within(strip).getByRole("button", { name: /in progress/ })).toHaveTextContent("–");
    const first = screen.getByRole("link", { name: "Model 1" });
    answerWhole(rows);
    expect(await within(strip).findByText("60")).toBeVisible();
    expect(screen.getByRole("link", { name: "Model 1" })).toBe(first);
  });

  it("keeps the first of very many when the rest cannot be had, and tries again", async () => {
    allowRefusals();
    const rows = Array.from({ length: 49 }, (_, at) => named(`Model ${at + 1}`, { id: String(at + 1) }));
    let fails = true;
    const { user } = renderScreen(<RecordsPage />, {
      answers: recordAnswers([], {
        [endpoints.listRecords.path]: ({ query }) => {
          if (query) return { rows: rows.slice(0, 48), total: 49 };
          return fails ? new VendorError("down", 500) : rows;
        },
      }),
    });
    expect(await screen.findByText(/Your records could not be brought up to date/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Model 1" })).toBeVisible();
    fails = false;
    await user.click(screen.getByRole("button", { name: /Retry/ }));
    expect(await screen.findByText("49")).toBeVisible();
  });

  it("says what a record is about, and where", async () => {
    const record = aWireRecord({ metadata: { county: ["Denton", "Wise"], city: ["Justin", "Roanoke"] } });
    renderScreen(<RecordsPage />, { answers: recordAnswers([record]) });
    const card = (await screen.findByRole("link", { name: "Denton Creek" })).closest("li")!;
    expect(card).toHaveTextContent("Denton County, Wise County");
    expect(card).toHaveTextContent("Justin, Roanoke");
    expect(within(card).getByText(/Unsteady 2D model/)).toHaveStyle({ WebkitLineClamp: 3 });
  });

  it.each([
    ["in progress", "in progress", "Last updated on", "/app/form/7"],
    ["pending", "pending admin acceptance", "Uploaded on", "/app/view/7"],
    ["accepted", "accepted", "Uploaded on", "/app/view/7"],
    ["rejected", "rejected", "Uploaded on", "/app/view/7"],
  ] as const)(
    "shows a record %s with its badge and date, and leads to where it opens",
    async (status, badge, label, path) => {
      const timeOfLastStatusChange = "2026-03-02T15:04:05";
      renderScreen(<RecordsPage />, {
        answers: recordAnswers([aWireRecord({ id: "7", status, timeOfLastStatusChange })]),
      });
      const link = await screen.findByRole("link", { name: "Denton Creek" });
      expect(link).toHaveAttribute("href", path);
      const card = link.closest("li")!;
      expect(within(card).getByText(badge)).toBeVisible();
      expect(card).toHaveTextContent(`${label} March 2nd 2026, 3:04 pm`);
    },
  );

  it("names the zone of a card's time under the pointer, and opens the record there too", async () => {
    const timeOfLastStatusChange = "2026-03-02T15:04:05";
    const { user, path } = renderScreen(<RecordsPage />, {
      answers: recordAnswers([aWireRecord({ id: "7", timeOfLastStatusChange })]),
    });
    const time = await screen.findByText("March 2nd 2026, 3:04 pm");
    expect(time.title).toMatch(/^March 2, 2026 at 3:04:05\sPM [A-Z]{3,4}\S*$/);
    const pressed: boolean[] = [];
    const link = screen.getByRole("link", { name: "Denton Creek" });
    const onPress = (event: MouseEvent) => {
      pressed.push(event.ctrlKey);
      event.preventDefault();
    };
    link.addEventListener("click", onPress, { once: true });
    fireEvent.click(time, { ctrlKey: true });
    expect(pressed).toEqual([true]);
    expect(path()).not.toBe("/app/form/7");
    await user.click(time);
    await waitFor(() => expect(path()).toBe("/app/form/7"));
  });

  it("tells a first-time user what to read and what to click", async () => {
    renderScreen(<RecordsPage />, { answers: recordAnswers([]) });
    expect(await screen.findByText("No records found")).toBeVisible();
    expect(screen.getByRole("link", { name: /how records and uploads work/ })).toHaveAttribute(
      "href",
      "/app/about",
    );
    expect(screen.getByText(/First time here/)).toBeVisible();
    expect(screen.getByText("Click Create + to describe your first model.")).toBeVisible();
    expect(screen.getAllByRole("link", { name: "Create +" })).toHaveLength(2);
  });

  it("offers another try when the records could not be had", async () => {
    allowRefusals();
    let fails = true;
    const list = () =>
      fails ? new VendorError("The store is being cleaned.", 503) : [named("Denton Creek")];
    const { user } = renderScreen(<RecordsPage />, {
      answers: { ...recordAnswers([]), [endpoints.listRecords.path]: list },
    });
    expect(await screen.findByRole("alert")).toHaveTextContent("The store is being cleaned.");
    fails = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
  });

  it("asks again at the interval, and keeps the search and the records while it does", async () => {
    allowRefusals();
    let answer: () => ReturnType<typeof aWireRecord>[] | Error = () => [named("Denton Creek")];
    const { user, askedFor } = renderScreen(<RecordsPage />, {
      config: { refreshInterval: 60 },
      answers: { ...recordAnswers([]), [endpoints.listRecords.path]: () => answer() },
    });
    await screen.findByRole("link", { name: "Denton Creek" });
    await user.type(screen.getByRole("searchbox", { name: "Search by name or ID" }), "denton");
    answer = () => [named("Denton Creek"), named("Upper Denton", { id: "2" })];
    expect(await screen.findByRole("link", { name: "Upper Denton" })).toBeVisible();
    expect(screen.getByRole("searchbox")).toHaveValue("denton");
    answer = () => new VendorError("down", 500);
    const before = askedFor(endpoints.listRecords.path).length;
    await waitFor(() => expect(askedFor(endpoints.listRecords.path).length).toBeGreaterThan(before + 1));
    expect(screen.getByRole("link", { name: "Upper Denton" })).toBeVisible();
    expect(askedFor(endpoints.listConflicts.path).length).toBeGreaterThan(1);
  });
});

describe("what a list is narrowed to", () => {
  const rows = [
    named("Denton Creek", { id: "1", status: "accepted" }),
    named("Pecan Bayou", { id: "2", status: "rejected" }),
    named("Salt Fork", { id: "3" }),
  ];
  const names = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);

  it("is a status, with the count of each, until pressed again", async () => {
    const { user } = renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
    const accepted = await screen.findByRole("button", { name: /1\s*accepted/ });
    expect(screen.getByRole("button", { name: /0\s*pending/ })).toBeVisible();
    await user.click(accepted);
    await waitFor(() => expect(names()).toEqual(["Denton Creek"]));
    expect(accepted).toHaveAttribute("aria-pressed", "true");
    await user.click(accepted);
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  it("is what needs its vendor: a rejection, for one", async () => {
    const { user } = renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
    await user.click(await screen.findByRole("button", { name: /^1 ?needs you$/ }));
    await waitFor(() => expect(names()).toEqual(["Pecan Bayou"]));
    expect(screen.getByText("Read why it was rejected")).toBeVisible();
  });

  it("is in the address, so that a reload or a link shows the same", async () => {
    const filter = encodeURIComponent(JSON.stringify({ q: "fork" }));
    renderScreen(<RecordsPage />, {
      at: `/app/?filter=${filter}&page=1&perPage=100000&sort=timeOfLastStatusChange&order=DESC`,
      route: "/app/",
      answers: recordAnswers(rows),
    });
    expect(await screen.findByRole("link", { name: "Salt Fork" })).toBeVisible();
    expect(names()).toEqual(["Salt Fork"]);
    expect(screen.getByRole("searchbox")).toHaveValue("fork");
  });

  it("is counted for those who do not see the list change", async () => {
    const { user } = renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
    await user.click(await screen.findByRole("button", { name: /1\s*accepted/ }));
    const count = await screen.findByText("1 of 3 records");
    expect(count).toHaveAttribute("role", "status");
    await user.click(screen.getByRole("button", { name: /1\s*accepted/ }));
    await waitFor(() => expect(count).toHaveTextContent(/^3 records$/));
  });

  it("can be sorted as cards", async () => {
    const { user } = renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
    await user.click(await screen.findByRole("combobox", { name: "Sort by" }));
    await user.click(screen.getByRole("option", { name: "Name, Z to A" }));
    await waitFor(() => expect(names()).toEqual(["Salt Fork", "Pecan Bayou", "Denton Creek"]));
  });
});

describe("a card", () => {
  it("says what its record waits for, whatever was dismissed", async () => {
    localStorage.setItem(
      "flood-model-portal.draft/vendor1/7/x",
      JSON.stringify({ values: {}, savedAt: "2026-03-02T15:04:05.000Z" }),
    );
    const record = aWireRecord({ id: "7" });
    const twoUploads = [
      aWireConflict({ recordId: "7" }),
      aWireConflict({ recordId: "7", uploadId: "12", uploadBatchId: "b" }),
    ];
    const { user } = renderScreen(<RecordsPage />, {
      answers: recordAnswers([record], { [endpoints.listConflicts.path]: twoUploads }),
    });
    await user.click(await screen.findByRole("button", { name: /Dismiss/ }));
    expect(screen.getByText("2 uploads conflict")).toBeVisible();
    expect(screen.getByText("Unsaved changes on this device")).toBeVisible();
  });

  it("shows when its record was uploaded, not when it was decided", async () => {
    const decided = { status: "accepted", timeOfLastStatusChange: "2026-05-20T09:00:00" } as const;
    const record = aWireRecord({ ...decided, uploaded: "2026-03-02T15:04:05" });
    renderScreen(<RecordsPage />, { answers: recordAnswers([record]) });
    const card = (await screen.findByRole("link", { name: "Denton Creek" })).closest("li")!;
    expect(card).toHaveTextContent("Uploaded on March 2nd 2026, 3:04 pm");
  });

  it("shows when a record in progress was saved, also after an upload that was taken before", async () => {
    const record = aWireRecord({
      timeOfLastStatusChange: "2026-05-20T09:00:00",
      uploaded: "2026-03-02T15:04:05",
    });
    renderScreen(<RecordsPage />, { answers: recordAnswers([record]) });
    const card = (await screen.findByRole("link", { name: "Denton Creek" })).closest("li")!;
    expect(card).toHaveTextContent("Last updated on May 20th 2026, 9:00 am");
  });

  it("marks messages that were not read and an upload that was refused, which need their vendor", async () => {
    const refused = new Date(Date.now() - 10 * 60_000).toISOString();
    const rows = [
      named("Denton Creek", { id: "1", uploadRefused: refused }),
      named("Pecan Bayou", { id: "2", unreadMessages: 2 }),
      named("Salt Fork", { id: "3", unreadMessages: 0 }),
    ];
    renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
    expect(await screen.findByText("Upload refused 10 minutes ago: read why")).toBeVisible();
    expect(screen.getByText("2 unread messages")).toBeVisible();
    expect(screen.getByRole("button", { name: /^2 ?needs you$/ })).toBeVisible();
  });

  it("says why an upload was refused where the services tell, clamped", async () => {
    const uploadRefused = new Date(Date.now() - 10 * 60_000).toISOString();
    const row = aWireRecord({ uploadRefused, uploadError: "GIS is missing" });
    renderScreen(<RecordsPage />, { answers: recordAnswers([row]) });
    expect(await screen.findByText("Upload refused 10 minutes ago: GIS is missing")).toHaveStyle({
      WebkitLineClamp: 2,
    });
  });

  it("asks for no upload in place of a refused one once the agency has decided", async () => {
    const uploadRefused = new Date(Date.now() - 10 * 60_000).toISOString();
    const record = aWireRecord({ status: "accepted", uploadRefused });
    renderScreen(<RecordsPage />, { answers: recordAnswers([record]) });
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    expect(screen.queryByText(/Upload refused/)).not.toBeInTheDocument();
  });

  it("clamps a long name, and shows what a name hides", async () => {
    renderScreen(<RecordsPage />, { answers: recordAnswers([named(`gnp.\u202Eexe ${"x".repeat(400)}`)]) });
    const heading = await screen.findByRole("heading", { level: 2, name: /^gnp\.⟨U\+202E⟩exe/ });
    expect(heading).toHaveStyle({ WebkitLineClamp: 2 });
    expect(heading).toHaveAttribute("dir", "auto");
  });
});

describe("many places", () => {
  const counties = ["Anderson", "Bastrop", "Comanche", "Dickens", "Edwards", "Franklin", "Guadalupe", "Hays"];

  it("are cut to whole names on a card, and all there when asked for", async () => {
    const record = aWireRecord({ metadata: { county: counties, city: [] } });
    const { user } = renderScreen(<RecordsPage />, { answers: recordAnswers([record]) });
    const more = await screen.findByRole("button", { name: "Show all 8 counties" });
    expect(more).toHaveTextContent("and 3 more");
    expect(more).toHaveAttribute("aria-expanded", "false");
    more.focus();
    await user.keyboard("{Enter}");
    expect(screen.getByText(/Hays County/)).toHaveTextContent(
      counties.map((county) => `${county} County`).join(", "),
    );
    await user.click(screen.getByRole("button", { name: "Show fewer counties" }));
    expect(screen.queryByText(/Hays County/)).not.toBeInTheDocument();
  });
});

describe("the search", () => {
  const rows = [
    aWireRecord({ id: "41", metadata: { modelName: "Denton Creek", modelIdentifier: "030000000001" } }),
    aWireRecord({ id: "52", metadata: { modelName: "Pecan Bayou", modelIdentifier: "080000000002" } }),
  ];

  it.each([
    ["a part of the name, whatever its case", "PECAN"],
    ["the model's identifier", "0800000"],
    ["the record's id", "52"],
  ])("finds a record by %s", async (_, term) => {
    const { user } = renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
    await user.type(await screen.findByPlaceholderText("Search by name or ID"), term);
    await waitFor(() => expect(screen.queryByRole("link", { name: "Denton Creek" })).not.toBeInTheDocument());
    expect(screen.getByRole("link", { name: "Pecan Bayou" })).toBeVisible();
  });

  it("says so when it finds nothing", async () => {
    const { user } = renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
    await user.type(await screen.findByRole("searchbox"), "zzz");
    expect(await screen.findByText("No records found")).toBeVisible();
    expect(await screen.findByText(/Nothing matches “zzz”/)).toBeVisible();
  });
});

it("shows a record whose status is unknown and whose date is missing among the others", async () => {
  const odd: JsonObject = {
    ...named("Odd Creek", { id: "2" }),
    status: "archived",
    upload_refused: "yesterday",
  };
  delete odd["most_recent_status_update"];
  renderScreen(<RecordsPage />, { answers: recordAnswers([named("Denton Creek"), odd]) });
  expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Odd Creek" })).toBeVisible();
  expect(screen.getByText("archived")).toBeVisible();
});

it("takes a number in a hand-made address for a text to search for", async () => {
  renderScreen(<RecordsPage />, {
    at: '/app/?filter={"q":480}',
    route: "/app/",
    answers: recordAnswers([named("Denton Creek")]),
  });
  expect(await screen.findByText(/Nothing matches “480”/)).toBeVisible();
});

describe("conflict banners", () => {
  const twoUploads = [aWireConflict(), aWireConflict({ uploadId: "12", uploadBatchId: "b" })];
  const withConflicts = (conflicts = twoUploads) => ({
    ...recordAnswers([named("Denton Creek", { status: "pending" })]),
    [endpoints.listConflicts.path]: conflicts,
  });

  it("name the model and lead to where the conflict is resolved", async () => {
    renderScreen(<RecordsPage />, { answers: withConflicts() });
    expect(await screen.findByText("Multiple Uploads Detected")).toBeVisible();
    expect(screen.getByText(/^Multipled conflicting uploads were detected for/)).toBeVisible();
    expect(screen.getByRole("link", { name: /Resolve Now/ })).toHaveAttribute("href", "/app/view/1");
  });

  it("leave the list in sight where there are many: two are shown, the others counted until asked for", async () => {
    const ids = ["1", "2", "3", "4", "5"];
    const { user } = renderScreen(<RecordsPage />, {
      answers: {
        ...recordAnswers(ids.map((id) => named(`Model ${id}`, { id, status: "pending" }))),
        [endpoints.listConflicts.path]: ids.flatMap((recordId) =>
          ["a", "b"].map((uploadBatchId) =>
            aWireConflict({ recordId, uploadId: `${recordId}${uploadBatchId}`, uploadBatchId }),
          ),
        ),
      },
    });
    const banners = () => screen.getAllByText("Multiple Uploads Detected").length;
    const all = (count: number) => `Show all ${count} records with conflicting uploads`;
    await user.click(await screen.findByRole("button", { name: all(5) }));
    expect(banners()).toBe(5);
    await user.click(screen.getByRole("button", { name: "Show fewer records with conflicting uploads" }));
    expect(banners()).toBe(2);
    await user.click(screen.getByRole("button", { name: "Dismiss: Model 1" }));
    expect(screen.getByRole("button", { name: all(4) })).toBeVisible();
  });

  it("are not shown for versions of one upload", async () => {
    renderScreen(<RecordsPage />, {
      answers: withConflicts([aWireConflict(), aWireConflict({ uploadId: "12" })]),
    });
    await screen.findByRole("link", { name: "Denton Creek" });
    expect(screen.queryByText("Multiple Uploads Detected")).not.toBeInTheDocument();
  });

  it("stay away once dismissed, until another upload arrives", async () => {
    const conflicts = [...twoUploads];
    const { user } = renderScreen(<RecordsPage />, {
      config: { refreshInterval: 60 },
      answers: { ...withConflicts(), [endpoints.listConflicts.path]: () => [...conflicts] },
    });
    await user.click(await screen.findByRole("button", { name: /Dismiss/ }));
    await waitFor(() => expect(screen.queryByText("Multiple Uploads Detected")).not.toBeInTheDocument());
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    conflicts.push(aWireConflict({ uploadId: "13", uploadBatchId: "c" }));
    expect(await screen.findByText("Multiple Uploads Detected")).toBeVisible();
  });

  it("come with the list, which waits for them", async () => {
    let tell: (value: Response) => void = () => undefined;
    const { askedFor } = renderScreen(<RecordsPage />, { answers: withConflicts() });
    const answering = globalThis.fetch;
    vi.stubGlobal("fetch", (address: string, init: RequestInit) =>
      address.includes("get-upload-conflicts")
        ? new Promise<Response>((resolve) => (tell = resolve))
        : answering(address, init),
    );
    await waitFor(() => expect(askedFor(endpoints.listRecords.path)).toHaveLength(1));
    tell(Response.json(twoUploads));
    await screen.findByRole("link", { name: "Denton Creek" });
    expect(screen.getByText("Multiple Uploads Detected")).toBeVisible();
  });

  it("that could not be asked for say so beside the list, and offer another try", async () => {
    allowRefusals();
    let fails = true;
    const { user } = renderScreen(<RecordsPage />, {
      answers: {
        ...withConflicts(),
        [endpoints.listConflicts.path]: () => (fails ? new VendorError("no", 500) : twoUploads),
      },
    });
    await screen.findByRole("link", { name: "Denton Creek" });
    expect(
      await screen.findByText(/^Conflicts between uploads could not be brought up to date/),
    ).toBeVisible();
    fails = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Multiple Uploads Detected")).toBeVisible();
    expect(screen.queryByText(/could not be brought up to date/)).not.toBeInTheDocument();
  });
});

it("says that a new record was left unsaved, and leads back to it", async () => {
  const draft = { values: {}, savedAt: "2026-03-02T15:04:05.000Z" };
  localStorage.setItem("flood-model-portal.draft/vendor1/new/a", JSON.stringify(draft));
  renderScreen(<RecordsPage />, { answers: recordAnswers([]) });
  expect(await screen.findByText(/^A new record that was not saved yet/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Go on" })).toHaveAttribute("href", "/app/form/new");
});

it("says that something typed for a record that is gone was left, and leads to it", async () => {
  const draft = JSON.stringify({ values: {}, savedAt: "2026-03-02T15:04:05.000Z" });
  localStorage.setItem("flood-model-portal.draft/vendor1/5/a", draft);
  localStorage.setItem("flood-model-portal.draft/vendor1/7/a", draft);
  renderScreen(<RecordsPage />, { answers: recordAnswers([aWireRecord({ id: "7" })]) });
  expect(await screen.findByText(/^What you typed for a record that is gone/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Go on" })).toHaveAttribute("href", "/app/form/5");
});

it("counts on the map what the other filters leave, whichever county is chosen", async () => {
  const rows = [
    aWireRecord({ id: "1", metadata: { county: ["Denton"] } }),
    aWireRecord({ id: "2", metadata: { modelName: "Far Creek", county: ["Denton"] } }),
    aWireRecord({ id: "3", metadata: { modelName: "Far Bayou", county: ["Wise"] } }),
  ];
  renderScreen(<RecordsPage />, {
    at: '/app/?filter={"view":"map","q":"far","county":"Wise"}',
    route: "/app/",
    answers: recordAnswers(rows),
  });
  const counted = await screen.findByRole("table", { hidden: true }, { timeout: 10_000 });
  expect(within(counted).getByRole("row", { name: /Denton.* 1$/, hidden: true })).toBeInTheDocument();
  expect(within(counted).getByRole("row", { name: /Wise.* 1$/, hidden: true })).toBeInTheDocument();
});

it("says which county alone is shown, and shows all again", async () => {
  const rows = [
    aWireRecord({ id: "1", metadata: { county: ["Denton"] } }),
    aWireRecord({ id: "2", metadata: { modelName: "Far Creek", county: ["Wise"] } }),
  ];
  const { user } = renderScreen(<RecordsPage />, {
    at: '/app/?filter={"county":"Wise"}',
    route: "/app/",
    answers: recordAnswers(rows),
  });
  expect(await screen.findByRole("link", { name: "Far Creek" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Denton Creek" })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Wise County: show all counties" }));
  expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
});
