import ExpandMore from "@mui/icons-material/ExpandMore";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import type { SentMail } from "../providers/calls/mailCalls.ts";
import { useVendorQuery } from "../providers/useVendorQuery.ts";
import { IncrementalList } from "../ui/IncrementalList.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { buildRetryProps, ErrorState, Loading } from "../ui/states.tsx";
import { Pill, type StatusState } from "../ui/status/StatusBadge.tsx";
import { Timestamp } from "../ui/Timestamp.tsx";
import { usePortalConfig } from "../providers/usePortalConfig.ts";

const stateLabels: Record<SentMail["state"], { label: string; tone: StatusState }> = {
  waiting: { label: "waiting", tone: "pending" },
  sent: { label: "sent", tone: "good" },
  failed: { label: "not sent", tone: "bad" },
  kept: { label: "not sent", tone: "info" },
};

/** For agency admins: the latest mails to all users. */
export function OutgoingMailCard() {
  const { refreshInterval } = usePortalConfig();
  const query = useVendorQuery(["outgoing-mail"], (dataProvider) => dataProvider.listOutgoingMail(), {
    refetchInterval: refreshInterval,
  });
  const { data } = query;
  return (
    <SectionCard title="Outgoing mail">
      {!data ? (
        query.error ? (
          <ErrorState title="The outgoing mail could not be loaded" {...buildRetryProps([query])} />
        ) : (
          <Loading label="Loading the outgoing mail" />
        )
      ) : (
        <>
          {!data.sendsMail && (
            <Alert severity="warning" sx={{ mb: 2 }}>
              Mail is off: the portal keeps the mails below and sends none. To send mails, set SMTP_URL and
              MAIL_FROM on the server.
            </Alert>
          )}
          {data.mails.length === 0 ? (
            <Typography color="textSecondary">No mails in the last 30 days.</Typography>
          ) : (
            <IncrementalList
              rows={data.mails}
              pluralNoun="mails"
              sx={{ listStyle: "none", p: 0, m: 0 }}
              renderRow={(mail) => <Mail key={mail.id} mail={mail} />}
            />
          )}
        </>
      )}
    </SectionCard>
  );
}

function Mail({ mail: { username, subject, text, state, error, created } }: { mail: SentMail }) {
  const { label, tone } = stateLabels[state];
  return (
    <li>
      <Accordion variant="outlined" disableGutters slotProps={{ transition: { unmountOnExit: true } }}>
        <AccordionSummary
          expandIcon={<ExpandMore />}
          sx={{ "& .MuiAccordionSummary-content": { flexWrap: { xs: "wrap", sm: "nowrap" }, gap: 1 } }}
        >
          <Box sx={{ minWidth: 0, flex: { xs: "1 1 100%", sm: "1 1 0" } }}>
            <Typography component="span" dir="auto" sx={{ display: "block", overflowWrap: "anywhere" }}>
              {showInvisibleCharacters(subject)}
            </Typography>
            <Typography component="span" variant="body2" color="textSecondary">
              To {username}, <Timestamp iso={created} />
            </Typography>
          </Box>
          <Box sx={{ alignSelf: "center", mr: 1 }}>
            <Pill state={tone}>{label}</Pill>
          </Box>
        </AccordionSummary>
        <AccordionDetails>
          {error && (
            <Alert severity={state === "waiting" ? "warning" : "error"} sx={{ mb: 2 }}>
              {state === "waiting"
                ? `The last attempt failed. The portal tries again. ${error}`
                : `This mail was not sent. ${error}`}
            </Alert>
          )}
          <Typography component="pre" sx={{ m: 0, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {text}
          </Typography>
        </AccordionDetails>
      </Accordion>
    </li>
  );
}
