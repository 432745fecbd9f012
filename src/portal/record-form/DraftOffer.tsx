import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { schemaOf, textOf } from "../../contract/fields.ts";
import { holdContacts } from "../form/contacts/contactTexts.ts";
import type { Draft } from "../providers/draftStore.ts";
import { longDate } from "../ui/longDate.ts";
import { SavedSince } from "./SavedSince.tsx";

interface DraftOfferProps {
  /** What earlier visits left, the newest first. */
  drafts: Draft[];
  recordId: string | undefined;
  /** The saved version the form was opened with. */
  etag: string | undefined;
  /** True while the form's own values, or a file chosen in it, are on their way to the server. */
  isHeld: boolean;
  onRestore: (draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
}

/** Offers back what was typed on earlier visits, each by itself. */
export function DraftOffer({ drafts, recordId, etag, isHeld, onRestore, onDiscard }: DraftOfferProps) {
  const id = useId();
  if (drafts.length === 0) return null;
  const isOutdated = (draft: Draft) => recordId !== undefined && draft.etag !== etag;
  return (
    <Alert severity="info" sx={{ mb: 3, "& .MuiAlert-message": { flexGrow: 1, minWidth: 0 } }}>
      {drafts.map((draft, index) => (
        <Box key={draft.id} role="group" aria-labelledby={`${id}${draft.id}`}>
          {index > 0 && <Divider sx={{ my: 1.5 }} />}
          <span id={`${id}${draft.id}`}>
            Unsaved changes from {longDate(draft.keptAt)} were kept on this device.
          </span>
          {drafts.length > 1 && <Title draft={draft} />}
          {isOutdated(draft) && <SavedSince recordId={recordId} />}
          {holdContacts(draft.contactTexts) && (
            <> They include a contact that was not saved: its form shows it when you open it again.</>
          )}
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
            <Button size="small" variant="contained" disabled={isHeld} onClick={() => onRestore(draft)}>
              Restore
            </Button>
            <Button size="small" onClick={() => onDiscard(draft)}>
              Discard
            </Button>
          </Box>
        </Box>
      ))}
    </Alert>
  );
}

/** Tells one draft from another. */
function Title({ draft }: { draft: Draft }) {
  const title = textOf(schemaOf("metadata"), draft.values, "title");
  return (
    <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
      {title || "Without a model name"}
    </Typography>
  );
}
