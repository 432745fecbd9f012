import { describe, expect, it } from "vitest";
import { compileSchema } from "../../scripts/generate/compileSchema.ts";
import { validateEntity } from "../../src/contract/rules/validateEntity.ts";
import {
  DEFAULT_MAX_ITEMS,
  DEFAULT_MAX_LENGTH,
  addDefaultLimits,
} from "../../src/contract/schema/defaultLimits.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema } from "../../src/contract/schema/fields.ts";
import { validators } from "../../src/contract/generated/validators.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { golden } from "../support/golden.ts";
import { someReferences } from "../support/references.ts";

type Checked = keyof typeof validators;

const listErrors = (name: Checked, document: JsonObject) =>
  validateEntity(getSchema(name), validators[name], document, someReferences()).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );

const listMetadataErrors = (overrides: JsonObject) =>
  listErrors("metadata", aMetadata(overrides) as unknown as JsonObject);

const IDENTIFIER =
  "Must be a 12-digit number where first 2-digits are the Flood Planning Region identifier, followed by regionally-unique 10-digit number.";
const YEAR = new Date().getFullYear();
const PERIOD =
  "Start date & end date must both be defined or both be empty. If you'd like to represent a single date, simply use the same start & end date.";

describe("metadata", () => {
  it("accepts the schema's examples and the golden record", () => {
    expect(listMetadataErrors({})).toEqual([]);
    expect(listErrors("metadata", golden("metadata.json"))).toEqual([]);
  });

  it.each([
    ["modelIdentifier", "0300000000001", IDENTIFIER],
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
  ])("rejects %s = %j: %s", (field, value, words) => {
    expect(listMetadataErrors({ [field]: value })).toEqual([`${field}: ${words}`]);
  });

  it.each(["0310000", "034000001", "991000001", "03100001x"])(
    "rejects the project ID %s with an explanation",
    (id) => {
      const [error] = listMetadataErrors({ twdbFloodPlanningProjectID: ["031000001", id] });
      expect(error).toMatch(
        /^twdbFloodPlanningProjectID\.1: Each entry must be a 9-digit number: .* FME.* FMS.* FMP/,
      );
    },
  );

  it.each([
    ["modelCreationDate", "1899-12-31"],
    ["modelLastUpdatedDate", `${YEAR + 11}-01-01`],
    ["timePeriodCovered", [{ start: "0203-01-01", end: "2023-01-01" }]],
  ])("rejects an implausible year of %s: %j", (field, value) => {
    expect(listMetadataErrors({ [field]: value })).toEqual([
      expect.stringContaining(`: The year must be from 1900 to ${YEAR + 10}.`),
    ]);
  });

  it("accepts the years from 1900 to ten years ahead", () => {
    const dates = { modelCreationDate: "1900-01-01", modelLastUpdatedDate: `${YEAR + 10}-12-31` };
    expect(listMetadataErrors(dates)).toEqual([]);
  });

  it("explains each number that a spreadsheet shortened or stripped of its zeros", () => {
    const errors = listMetadataErrors({
      modelIdentifier: "30000000001",
      twdbFloodPlanningProjectID: ["3.10001E+07"],
      hydrologicUnitCode: ["1.20301E+11", "120301010101", "1,20301E+11"],
    });
    expect(errors).toHaveLength(4);
    expect(errors).toContain(
      `modelIdentifier: ${IDENTIFIER} If a spreadsheet removed the leading zero, enter 030000000001.`,
    );
    expect(errors.filter((error) => error.includes("A spreadsheet shortened the number"))).toEqual([
      expect.stringMatching(
        /^twdbFloodPlanningProjectID\.0: Each .* shortened the number to 3\.10001E\+07\./,
      ),
      expect.stringMatching(/^hydrologicUnitCode\.0: Each entry must be a 12 digit number\. A/),
      expect.stringContaining("Format its cells as text, then copy it again."),
    ]);
  });

  it("reports the one invalid hydrologic unit of fifty by index", () => {
    const codes = Array.from({ length: 50 }, (_, index) => `1203010101${String(index).padStart(2, "0")}`);
    codes[31] = "12030101";
    expect(listMetadataErrors({ hydrologicUnitCode: codes })).toEqual([
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
  ])("rejects the period %j: %s", (period, error) => {
    expect(listMetadataErrors({ timePeriodCovered: [period] })).toEqual([error]);
  });

  it("accepts a one-day period and an empty period", () => {
    expect(
      listMetadataErrors({ timePeriodCovered: [{ start: "2015-05-01", end: "2015-05-01" }, {}] }),
    ).toEqual([]);
  });

  it.each([
    [{ contactId: "", roleId: "1" }, "contacts.0.contactId: Must specify a contact"],
    [{ roleId: "1" }, "contacts.0.contactId: Must specify a contact"],
    [{ contactId: "12" }, "contacts.0.roleId: Must specify a role"],
  ])("rejects the contact %j: %s", (contact, error) => {
    expect(listMetadataErrors({ contacts: [contact] })).toEqual([error]);
  });

  it("does not count the originator as the required contact", () => {
    expect(listMetadataErrors({ contacts: [{ contactId: "40", roleId: "9" }] })).toEqual([
      "contacts: Required, must add at least one entry",
    ]);
  });

  it("rejects a list entry that contains a comma, with its index", () => {
    expect(listMetadataErrors({ chainOfCustody: ["City of Justin", "a,b"] })).toEqual([
      "chainOfCustody.1: An entry cannot be empty, contain a comma, or start or end with a space.",
    ]);
  });

  it("accepts a hydrologic unit outside the region's list", () => {
    expect(listMetadataErrors({ hydrologicUnitCode: ["999999999999"], county: ["Somewhere Else"] })).toEqual(
      [],
    );
  });

  it("lists errors in the order of the schema's fields", () => {
    const fields = listErrors("metadata", {}).map((error) => error.split(":")[0]);
    expect(fields).toEqual([...fields].sort((a, b) => order(a!) - order(b!)));
    expect(fields).toHaveLength(getSchema("metadata").required!.length);
  });
});

const order = (field: string) => Object.keys(getSchema("metadata").properties).indexOf(field);

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
] as [Checked, JsonObject, string[]][])("%s %j", (name, document, errors) => {
  it(`reports ${errors.join("; ") || "no errors"}`, () => {
    expect(listErrors(name, document)).toEqual(errors);
  });
});

describe("a conditional rule", () => {
  const schema = structuredClone(getSchema("metadata"));
  schema.if = { required: ["modelName"] };
  schema.then = {
    required: ["documentationFilenames", "twdbFloodPlanningRegionID"],
    properties: { chainOfCustody: { minItems: 1 } },
  };
  const validatorsOfIt = compileSchema(schema);

  it("reports a missing text as Required, and a missing list with the message for lists", () => {
    const document = aMetadata({ chainOfCustody: [] }) as unknown as JsonObject;
    delete document["documentationFilenames"];
    delete document["twdbFloodPlanningRegionID"];
    const messages = validateEntity(schema, validatorsOfIt, document, someReferences());
    expect(messages.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([
      "twdbFloodPlanningRegionID: Required",
      "documentationFilenames: Required, must add at least one entry",
      "chainOfCustody: Required, must add at least one entry",
    ]);
  });
});

describe("a text or list without its own limit", () => {
  const texts = (Object.keys(validators) as Checked[]).flatMap((name) =>
    Object.entries(getSchema(name).properties)
      .filter(([, { type, items }]) => [type, items?.type].flat().includes("string"))
      .map(([field, { type }]) => ({ name, field, isList: type === "array" })),
  );

  it.each(texts)("gets the default limit: $name / $field", ({ name, field, isList }) => {
    const long = "x".repeat(DEFAULT_MAX_LENGTH + 1);
    const at = isList ? [field, "0"] : [field];
    const errors = validateEntity(getSchema(name), validators[name], {
      [field]: isList ? [long] : long,
    } as JsonObject);
    expect(errors.map(({ path }) => path)).toContainEqual(at);
  });

  it("is rejected with a plain message when too long", () => {
    expect(listMetadataErrors({ modelName: "x".repeat(DEFAULT_MAX_LENGTH) })).toEqual([]);
    expect(listMetadataErrors({ modelName: "🌊".repeat(DEFAULT_MAX_LENGTH + 1) })).toEqual([
      "modelName: Must have 20,000 characters or fewer.",
    ]);
    expect(listMetadataErrors({ chainOfCustody: Array<string>(DEFAULT_MAX_ITEMS + 1).fill("x") })).toEqual([
      "chainOfCustody: Must have 10,000 entries or fewer.",
    ]);
  });

  it("leaves conditions and explicit limits unchanged", () => {
    const condition = { if: { properties: { a: { pattern: "x" } } }, then: { required: ["b"] } };
    const b = { type: "string", maxLength: 50_000 };
    expect(addDefaultLimits({ properties: { b }, ...condition })).toMatchObject({
      properties: { b },
      ...condition,
    });
    expect(addDefaultLimits({ ...condition }).if).toEqual(condition.if);
  });
});
