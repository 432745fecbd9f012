/** Whoever signed in, as every call after sign-in knows them. The id is their contact's id too. */
export interface User {
  id: string;
  username: string;
  roles: string[];
}

const ADMIN_ROLES = ["ROLE_ADMIN-APPLICATION", "ROLE_ADMIN-ADVANCED"];
const PORTAL_ROLES = ["ROLE_EDITOR", ...ADMIN_ROLES];

/** Whether a user may accept and reject, and read every record. */
export const isAdmin = ({ roles }: Pick<User, "roles">): boolean =>
  roles.some((role) => ADMIN_ROLES.includes(role));

/** Whether any of the roles opens the portal at all. */
export const mayEnter = ({ roles }: Pick<User, "roles">): boolean =>
  roles.some((role) => PORTAL_ROLES.includes(role));
