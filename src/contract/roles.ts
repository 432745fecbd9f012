interface HasRoles {
  roles: string[];
}

/** The agency's people, who accept, reject and answer. */
const ADMIN_ROLES = ["ROLE_ADMIN-APPLICATION", "ROLE_ADMIN-ADVANCED"];

/** Any one of these lets a user in. */
export const PORTAL_ROLES = ["ROLE_EDITOR", ...ADMIN_ROLES];

/** Whether any of the roles opens the portal at all. */
export const mayEnter = ({ roles }: HasRoles): boolean => roles.some((role) => PORTAL_ROLES.includes(role));

/** Whether a user may accept and reject, and read every record. */
export const isAdmin = ({ roles }: HasRoles): boolean => roles.some((role) => ADMIN_ROLES.includes(role));
