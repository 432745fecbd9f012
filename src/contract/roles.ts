interface HasRoles {
  roles: string[];
}

export const ADMIN_ROLES = ["ROLE_ADMIN-APPLICATION", "ROLE_ADMIN-ADVANCED"];

export const PORTAL_ROLES = ["ROLE_EDITOR", ...ADMIN_ROLES];

export const hasPortalRole = ({ roles }: HasRoles): boolean =>
  roles.some((role) => PORTAL_ROLES.includes(role));

export const isAdmin = ({ roles }: HasRoles): boolean => roles.some((role) => ADMIN_ROLES.includes(role));
