/** Screens that mails link to, below the portal's address. */
export const PORTAL_PATHS = {
  home: "/app/",
  view: "/app/view/:recordId",
  review: "/app/review",
  settings: "/app/settings",
} as const;
