import type { CallDescription } from "./callDescription.ts";

const group = "Sign-in";

export const accountCalls = {
  signIn: {
    group,
    summary: "Sign in",
    description:
      "Answers the access token that every other call carries in the header x-access-token. Also the check of the password before an upload script is given. Ten failed tries make the user name, or the address, wait.",
    body: "sign-in",
    answer: ["account"],
    isOpen: true,
    refusals: {
      401: "The user name or the password is wrong.",
      403: "The user has none of the roles that open the portal.",
      429: "Too many failed tries; Retry-After says how many seconds to wait.",
    },
  },
  resetPassword: {
    group,
    summary: "Change the password",
    description: "Changes the signed-in user's own password.",
    body: "change-password",
    also: { username: { type: "string", description: "The user's own name." } },
    answer: { message: { type: "string" } },
    refusals: {
      400: "The old password is wrong, or the new one breaks a rule.",
      403: "The user name is another user's.",
      429: "Too many failed tries.",
    },
  },
} satisfies Record<string, CallDescription>;
