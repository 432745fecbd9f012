import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { choicesOf } from "../choices.ts";
import { unknownContact, type ContactRow } from "../contactRows.ts";
import { useSurroundings } from "../formScope.ts";
import { ContactsMissing } from "./ContactsMissing.tsx";
import { useContactBook } from "./contactBook.ts";
import { contactText } from "./contactText.ts";

/** Who a row's contact is; of one that nobody lists, its ids. */
export function ContactDetails({ row }: { row: ContactRow }) {
  const { contacts, failed } = useContactBook();
  const { agencies } = useSurroundings().options;
  if (!row.contactId) return <Typography color="textSecondary">No contact chosen yet</Typography>;
  if (!contacts && failed) return <ContactsMissing what="The contact" />;
  if (!contacts) return <Skeleton width="60%" role="img" aria-label="Loading the contact" />;
  const contact = contacts.find(({ id }) => id === row.contactId);
  if (!contact) return <Typography>{unknownContact(row)}</Typography>;
  const { name, email, phone, affiliation } = contactText(contact);
  return (
    <>
      <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>{name}</Typography>
      <Box component="dl" sx={DETAILS}>
        <Detail term="Email" text={email} />
        <Detail term="Phone" text={phone} />
        <Detail term="Affiliation" text={choicesOf(agencies).optionOf(affiliation).label} />
      </Box>
    </>
  );
}

function Detail({ term, text }: { term: string; text: string }) {
  return (
    <>
      <Typography component="dt" variant="body2" color="textSecondary">
        {term}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: "anywhere" }}>
        {text || "–"}
      </Typography>
    </>
  );
}

const DETAILS = {
  display: "grid",
  gridTemplateColumns: "max-content minmax(0, 1fr)",
  columnGap: 2,
  rowGap: 0.25,
  m: 0,
  mt: 0.5,
};
