import Typography from "@mui/material/Typography";
import { useGetIdentity, useGetOne } from "react-admin";
import { schemaOf, textOf, type Bag } from "../../contract/fields.ts";
import type { ContactRow } from "../providers/contactsDialect.ts";

const schema = schemaOf("contact");

/** Who is signed in: by the name of their contact once it is known, and by their user name. */
export function SignedInAs() {
  const { identity } = useGetIdentity();
  const id = identity ? String(identity.id) : "";
  const { data } = useGetOne<ContactRow>(
    "contacts",
    { id },
    { enabled: id !== "", staleTime: Infinity, retry: false },
  );
  if (!identity) return null;
  const name = data ? nameOf(data as Bag) : "";
  return (
    <Typography
      variant="caption"
      component="p"
      color="textSecondary"
      sx={{ mt: "auto", px: 2, overflowWrap: "anywhere" }}
    >
      Signed in as <strong>{name || identity.fullName}</strong>
      {name && ` (${identity.fullName ?? ""})`}
    </Typography>
  );
}

const nameOf = (contact: Bag) =>
  [textOf(schema, contact, "firstName"), textOf(schema, contact, "lastName")].filter(Boolean).join(" ");
