import { isWellFormed } from "../../contract/rules/fieldWarnings.ts";
import { getFieldNameByRole, getSchema } from "../../contract/schema/fields.ts";
import { useCapabilities } from "./usePortalConfig.ts";
import { useVendorQuery } from "./useVendorQuery.ts";

const schema = getSchema("metadata");
const IDENTIFIER_FIELD = schema.properties[getFieldNameByRole(schema, "identifier")]!;

const STALE_TIME_MS = 10_000;

/** Who else uses the identifier of a record. Not loaded for an invalid identifier, or if the services do not check it. */
export function useIdentifierUse(identifier: string, recordId: string | undefined) {
  const isChecked = useCapabilities().checkIdentifier;
  return useVendorQuery(
    ["identifier-use", identifier, recordId],
    (dataProvider) => dataProvider.checkIdentifier(identifier, recordId),
    { enabled: isChecked && isWellFormed(IDENTIFIER_FIELD, identifier), staleTime: STALE_TIME_MS },
  );
}
