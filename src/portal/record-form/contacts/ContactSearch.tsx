import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useDeferredValue, useState, type KeyboardEvent } from "react";
import { ContactsUnavailable } from "./ContactsUnavailable.tsx";
import { getContactDetails } from "../../providers/resources/contactRow.ts";
import { searchContacts, useContactBook } from "./contactBook.ts";

const MAX_RESULTS = 100;

const SEARCH_HINT = "Start typing a name or email to search existing contacts";
const NO_RESULTS =
  "No contacts matching this search information found. Would you like to create a new contact?";

interface ContactSearchProps {
  initialText: string;
  onSelect: (contactId: string) => void;
  /** The email is the search text if that looks like an email, else empty. */
  onCreate: (email: string) => void;
}

/** The arrow keys move between the search field and the results. */
export function ContactSearch({ initialText, onSelect, onCreate }: ContactSearchProps) {
  const { contacts } = useContactBook();
  const [typed, setTyped] = useState(initialText);
  const query = useDeferredValue(typed.trim());
  const results = query === "" || !contacts ? [] : searchContacts(contacts, query);
  return (
    <Box onKeyDown={moveFocus}>
      <TextField
        label="Name or email"
        type="search"
        fullWidth
        size="small"
        autoFocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        slotProps={{ htmlInput: { autoComplete: "off" } }}
        // Browsers color the clear button of a search field blue.
        sx={{ mt: 1, "& ::-webkit-search-cancel-button": { filter: "grayscale(1)" } }}
      />
      <Box sx={{ height: 400, overflowY: "auto", mt: 2, border: 1, borderColor: "divider", borderRadius: 1 }}>
        <Typography
          role="status"
          sx={{ px: 2, py: results.length > 0 ? 1 : 2 }}
          variant="body2"
          color="textSecondary"
        >
          {query === "" ? SEARCH_HINT : contacts ? formatResultCount(results.length) : null}
        </Typography>
        {query !== "" && !contacts && (
          <Box sx={{ px: 2 }}>
            <ContactsUnavailable what="The contacts" />
          </Box>
        )}
        {query !== "" && contacts && results.length === 0 && (
          <Button sx={{ ml: 1 }} onClick={() => onCreate(query.includes("@") ? query : "")}>
            Create a new contact
          </Button>
        )}
        <List disablePadding aria-label="Contacts found">
          {results.slice(0, MAX_RESULTS).map((contact) => {
            const { name, email } = getContactDetails(contact);
            return (
              <ListItem key={contact.id} disablePadding divider>
                <ListItemButton component="button" type="button" onClick={() => onSelect(contact.id)}>
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

function formatResultCount(count: number): string {
  if (count === 0) return NO_RESULTS;
  if (count > MAX_RESULTS)
    return `${MAX_RESULTS} of ${count.toLocaleString("en-US")} contacts. Type more to narrow the list.`;
  return count === 1 ? "1 contact found" : `${count} contacts found`;
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, li button")];
  const next = stops[stops.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
