import type { ContactRole } from "../../../contract/generated/entities.ts";
import { getOriginatorRoleId } from "../../../contract/schema/originator.ts";
import type { Option } from "../../form/options/optionLists.ts";

/** Without the originator's role, which has a field of its own. */
export function buildRoleOptions(roles: ContactRole[]): Option[] {
  const originatorId = getOriginatorRoleId(roles);
  return roles.filter(({ id }) => id !== originatorId).map(({ id, name }) => ({ value: id, label: name }));
}
