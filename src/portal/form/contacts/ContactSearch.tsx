import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useDeferredValue, useState, type KeyboardEvent } from "react";
import { ContactsMissing } from "./ContactsMissing.tsx";
import { contactText, foundContacts, useContactBook } from "./contactBook.ts";

/** More are not read but narrowed. */
const LIMIT = 100;

const INVITATION = "Start typing a name or email to search existing contacts";
const NONE_FOUND =
  "No contacts matching this search information found. Would you like to create a new contact?";

interface ContactSearchProps {
  /** Searched for at the start. */
  text: string;
  onChosen: (contactId: string) => void;
  /** A new contact is wanted; the text is its email where it can be one. */
  onCreate: (email: string) => void;
}

/** Finds a contact by name or email among all there are. The arrow keys walk from the text through what was found. */
export function ContactSearch({ text, onChosen, onCreate }: ContactSearchProps) {
  const { contacts } = useContactBook();
  const [typed, setTyped] = useState(text);
  const wanted = useDeferredValue(typed.trim());
  const found = wanted === "" || !contacts ? [] : foundContacts(contacts, wanted);
  return (
    <Box onKeyDown={walk}>
      <TextField
        label="Name or email"
        type="search"
        fullWidth
        size="small"
        autoFocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        slotProps={{ htmlInput: { autoComplete: "off" } }}
        // The browser draws the cross that empties it in a blue of its own.
        sx={{ mt: 1, "& ::-webkit-search-cancel-button": { filter: "grayscale(1)" } }}
      />
      <Box sx={{ height: 400, overflowY: "auto", mt: 2, border: 1, borderColor: "divider", borderRadius: 1 }}>
        <Typography
          role="status"
          sx={{ px: 2, py: found.length > 0 ? 1 : 2 }}
          variant="body2"
          color="textSecondary"
        >
          {wanted === "" ? INVITATION : contacts ? countOf(found.length) : null}
        </Typography>
        {wanted !== "" && !contacts && (
          <Box sx={{ px: 2 }}>
            <ContactsMissing what="The contacts" />
          </Box>
        )}
        {wanted !== "" && contacts && found.length === 0 && (
          <Button sx={{ ml: 1 }} onClick={() => onCreate(wanted.includes("@") ? wanted : "")}>
            Create a new contact
          </Button>
        )}
        <List disablePadding aria-label="Contacts found">
          {found.slice(0, LIMIT).map((contact) => {
            const { name, email } = contactText(contact);
            return (
              <ListItem key={contact.id} disablePadding divider>
                <ListItemButton component="button" type="button" onClick={() => onChosen(contact.id)}>
                  <ListItemText primary={name} secondary={email} />
                </ListItemButton>
              </ListItem>
            );
          })}
        </List>
      </Box>
    </Box>
  );
}

function countOf(count: number): string {
  if (count === 0) return NONE_FOUND;
  if (count > LIMIT)
    return `${LIMIT} of ${count.toLocaleString("en-US")} contacts. Type more to narrow the list.`;
  return count === 1 ? "1 contact found" : `${count} contacts found`;
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, li button")];
  const next = stops[stops.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
