import { describe, expect, it } from "vitest";
import { compileSchema } from "../../scripts/generate/compileSchema.ts";
import { check } from "../../src/contract/rules/check.ts";
import { LONGEST_LIST, LONGEST_TEXT, withDefaultLimits } from "../../src/contract/schema/defaultLimits.ts";
import { schemaOf, type JsonObject } from "../../src/contract/schema/fields.ts";
import { validators } from "../../src/contract/generated/validators.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { golden } from "../support/golden.ts";
import { someReferences } from "../support/references.ts";

type Checked = keyof typeof validators;

const faultsOf = (name: Checked, document: JsonObject) =>
  check(schemaOf(name), validators[name], document, someReferences()).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );

const metadataFaults = (overrides: JsonObject) =>
  faultsOf("metadata", aMetadata(overrides) as unknown as JsonObject);

const IDENTIFIER =
  "Must be a 12-digit number where first 2-digits are the Flood Planning Region identifier, followed by regionally-unique 10-digit number.";
const PERIOD =
  "Start date & end date must both be defined or both be empty. If you'd like to represent a single date, simply use the same start & end date.";

describe("metadata", () => {
  it("finds no fault in the schema's own examples, nor in the golden record", () => {
    expect(metadataFaults({})).toEqual([]);
    expect(faultsOf("metadata", golden("metadata.json"))).toEqual([]);
  });

  it.each([
    ["modelIdentifier", "23000000000", IDENTIFIER],
    ["modelIdentifier", "230000000001", IDENTIFIER],
    ["modelIdentifier", "03000000000x", IDENTIFIER],
    ["modelName", undefined, "Required"],
    ["modelName", "", "Required"],
    ["modelName", " \n ", "Required"],
    ["softwareVersion", "   ", "Required"],
    ["modelDescription", undefined, "Required"],
    ["modelPurpose", undefined, "Required"],
    ["modelOriginatorAgencyId", undefined, "Required"],
    ["softwareName", undefined, "Required"],
    ["softwareVersion", undefined, "Required"],
    ["spatialExtentShapefile", undefined, "Required"],
    ["modelCreationDate", undefined, "Required"],
    ["modelCreationDate", "2023-02-29", "Date is invalid"],
    ["modelCreationDate", "0000-01-01", "Date is invalid"],
    ["modelCreationDate", "2024-12", "Date is invalid"],
    ["modelLastUpdatedDate", "02/01/2023", "Date is invalid"],
    ["county", undefined, "Required, must add at least one entry"],
    ["county", [], "Required, must add at least one entry"],
    ["modelType", [], "Required, must add at least one entry"],
    ["useConstraint", [], "Required, must add at least one entry"],
    ["twdbFloodPlanningProjectID", [], "Required, must add at least one entry"],
    ["contacts", undefined, "Required, must add at least one entry"],
    ["contacts", [], "Required, must add at least one entry"],
  ])("says of %s = %j: %s", (field, value, words) => {
    expect(metadataFaults({ [field]: value })).toEqual([`${field}: ${words}`]);
  });

  it.each(["0310000", "034000001", "991000001", "03100001x"])(
    "refuses the project ID %s with an explanation",
    (id) => {
      const [fault] = metadataFaults({ twdbFloodPlanningProjectID: ["031000001", id] });
      expect(fault).toMatch(
        /^twdbFloodPlanningProjectID\.1: Each entry must be a 9-digit number: .* FME.* FMS.* FMP/,
      );
    },
  );

  it("names the one bad hydrologic unit among fifty", () => {
    const codes = Array.from({ length: 50 }, (_, index) => `1203010101${String(index).padStart(2, "0")}`);
    codes[31] = "12030101";
    expect(metadataFaults({ hydrologicUnitCode: codes })).toEqual([
      "hydrologicUnitCode.31: Each entry must be a 12 digit number",
    ]);
  });

  it.each([
    [{ start: "2015-05-01" }, `timePeriodCovered.0.end: ${PERIOD}`],
    [{ end: "2015-05-01" }, `timePeriodCovered.0.start: ${PERIOD}`],
    [
      { start: "2015-05-02", end: "2015-05-01" },
      "timePeriodCovered.0.end: End date cannot be before the start date.",
    ],
    [{ start: "5/2015", end: "2015-06-30" }, "timePeriodCovered.0.start: At least one date is invalid"],
    [{ start: "2015-05-32", end: "2015-06-01" }, "timePeriodCovered.0.start: At least one date is invalid"],
  ])("says of the period %j: %s", (period, fault) => {
    expect(metadataFaults({ timePeriodCovered: [period] })).toEqual([fault]);
  });

  it("takes a period of one day, and an empty one", () => {
    expect(metadataFaults({ timePeriodCovered: [{ start: "2015-05-01", end: "2015-05-01" }, {}] })).toEqual(
      [],
    );
  });

  it.each([
    [{ contactId: "", roleId: "1" }, "contacts.0.contactId: Must specify a contact"],
    [{ roleId: "1" }, "contacts.0.contactId: Must specify a contact"],
    [{ contactId: "12" }, "contacts.0.roleId: Must specify a role"],
  ])("says of the contact %j: %s", (contact, fault) => {
    expect(metadataFaults({ contacts: [contact] })).toEqual([fault]);
  });

  it("does not count the originator toward the one contact required", () => {
    expect(metadataFaults({ contacts: [{ contactId: "40", roleId: "9" }] })).toEqual([
      "contacts: Required, must add at least one entry",
    ]);
  });

  it("refuses an entry that holds a comma, naming it", () => {
    expect(metadataFaults({ chainOfCustody: ["City of Justin", "a,b"] })).toEqual([
      "chainOfCustody.1: An entry cannot be empty, hold a comma, or begin or end with a space.",
    ]);
  });

  it("refuses only what the rules refuse: a code outside the region's list passes", () => {
    expect(metadataFaults({ hydrologicUnitCode: ["999999999999"], county: ["Somewhere Else"] })).toEqual([]);
  });

  it("lists faults in the order of the form", () => {
    const fields = faultsOf("metadata", {}).map((fault) => fault.split(":")[0]);
    expect(fields).toEqual([...fields].sort((a, b) => order(a!) - order(b!)));
    expect(fields).toHaveLength(schemaOf("metadata").required!.length);
  });
});

const order = (field: string) => Object.keys(schemaOf("metadata").properties).indexOf(field);

describe.each([
  ["sign-in", {}, ["username: Username is required", "password: Password is required"]],
  ["forgot-password", {}, ["email: Email address is required"]],
  ["forgot-password", { email: "someone@example.museum" }, ["email: Invalid email address"]],
  ["forgot-password", { email: "someone@example.info" }, []],
  [
    "contact",
    { email: "no address" },
    [
      "firstName: Required",
      "lastName: Required",
      "email: Invalid email address",
      "phoneNumber: Required",
      "agency: Required",
    ],
  ],
  [
    "change-password",
    { oldPassword: "old", newPassword: "secret!Password", newPasswordConfirmation: "secret!Password" },
    [
      "newPassword: Due to usage in scripts, passwords can only contain numbers and upper & lowercase letters (certain symbols are restricted)",
    ],
  ],
  [
    "change-password",
    { oldPassword: "old", newPassword: "Short9", newPasswordConfirmation: "Short9" },
    ["newPassword: Invalid password, must be 10 characters or more"],
  ],
  [
    "change-password",
    { oldPassword: "old", newPassword: "LongEnough1", newPasswordConfirmation: "LongEnough2" },
    ["newPasswordConfirmation: Passwords must match"],
  ],
  [
    "change-password",
    {},
    ["oldPassword: Required", "newPassword: Required", "newPasswordConfirmation: Required"],
  ],
  ["message", { recordId: "1" }, ["content: Required"]],
  ["message", { recordId: "1", content: "  " }, ["content: Required"]],
  ["rejection", { recordId: "1", reason: "" }, ["reason: Required"]],
  ["rejection", { recordId: "1", reason: " \n" }, ["reason: Required"]],
] as [Checked, JsonObject, string[]][])("%s %j", (name, document, faults) => {
  it(`is told: ${faults.join("; ") || "nothing"}`, () => {
    expect(faultsOf(name, document)).toEqual(faults);
  });
});

describe("a rule under a condition", () => {
  const schema = structuredClone(schemaOf("metadata"));
  schema.if = { required: ["modelName"] };
  schema.then = {
    required: ["documentationFilenames", "twdbFloodPlanningRegionID"],
    properties: { chainOfCustody: { minItems: 1 } },
  };
  const validatorsOfIt = compileSchema(schema);

  it("is worded as the field itself words it, a list as a list", () => {
    const document = aMetadata({ chainOfCustody: [] }) as unknown as JsonObject;
    delete document["documentationFilenames"];
    delete document["twdbFloodPlanningRegionID"];
    const said = check(schema, validatorsOfIt, document, someReferences());
    expect(said.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([
      "twdbFloodPlanningRegionID: Required",
      "documentationFilenames: Required, must add at least one entry",
      "chainOfCustody: Required, must add at least one entry",
    ]);
  });
});

describe("a text or list without a limit of its own", () => {
  const texts = (Object.keys(validators) as Checked[]).flatMap((name) =>
    Object.entries(schemaOf(name).properties)
      .filter(([, { type, items }]) => [type, items?.type].flat().includes("string"))
      .map(([field, { type }]) => ({ name, field, isList: type === "array" })),
  );

  it.each(texts)("has one all the same: $name / $field", ({ name, field, isList }) => {
    const long = "x".repeat(LONGEST_TEXT + 1);
    const at = isList ? [field, "0"] : [field];
    const faults = check(schemaOf(name), validators[name], { [field]: isList ? [long] : long } as JsonObject);
    expect(faults.map(({ path }) => path)).toContainEqual(at);
  });

  it("is refused in plain words", () => {
    expect(metadataFaults({ modelName: "x".repeat(LONGEST_TEXT) })).toEqual([]);
    expect(metadataFaults({ modelName: "🌊".repeat(LONGEST_TEXT + 1) })).toEqual([
      "modelName: Must have 20,000 characters or fewer.",
    ]);
    expect(metadataFaults({ chainOfCustody: Array<string>(LONGEST_LIST + 1).fill("x") })).toEqual([
      "chainOfCustody: Must have 10,000 entries or fewer.",
    ]);
  });

  it("changes no condition, and no limit of a field's own", () => {
    const condition = { if: { properties: { a: { pattern: "x" } } }, then: { required: ["b"] } };
    const b = { type: "string", maxLength: 50_000 };
    expect(withDefaultLimits({ properties: { b }, ...condition })).toMatchObject({
      properties: { b },
      ...condition,
    });
    expect(withDefaultLimits({ ...condition }).if).toEqual(condition.if);
  });
});
