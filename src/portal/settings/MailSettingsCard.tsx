import Alert from "@mui/material/Alert";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useNotify } from "react-admin";
import { MAIL_FREQUENCIES, type MailFrequency } from "../../contract/mailFrequency.ts";
import { messages } from "../../contract/messages.ts";
import type { MailSettings } from "../providers/calls/mailCalls.ts";
import { usePortalDataProvider, useVendorQuery } from "../providers/useVendorQuery.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { buildRetryProps, ErrorState, getUserMessage, Loading } from "../ui/states.tsx";

const MAIL_SETTINGS_KEY = ["mail-settings"];

const frequencyLabels: Record<MailFrequency, string> = {
  "at once": "At once",
  daily: "One mail a day",
  never: "Never",
};

/** Saves a choice as soon as it is made. */
export function MailSettingsCard() {
  const query = useVendorQuery(MAIL_SETTINGS_KEY, (dataProvider) => dataProvider.getMailSettings());
  return (
    <SectionCard title="Mails">
      {query.data ? (
        <FrequencyChoice settings={query.data} />
      ) : query.error ? (
        <ErrorState title="Your mail settings could not be loaded" {...buildRetryProps([query])} />
      ) : (
        <Loading label="Loading your mail settings" />
      )}
    </SectionCard>
  );
}

function FrequencyChoice({ settings }: { settings: MailSettings }) {
  const dataProvider = usePortalDataProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const labelId = useId();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (frequency: MailFrequency) => dataProvider.setMailFrequency(frequency),
    onSuccess: (saved) => {
      queryClient.setQueryData(MAIL_SETTINGS_KEY, saved);
      notify(messages.savedMailSettings, { type: "success" });
    },
    onError: (error) =>
      notify(`${messages.saveMailSettingsFailed} ${getUserMessage(error)}`, { type: "error" }),
  });
  return (
    <>
      <FormControl>
        <FormLabel id={labelId} sx={{ color: "text.primary" }}>
          {`When a model needs your attention or is decided, the portal writes to ${settings.address || "you"}. How often?`}
        </FormLabel>
        <RadioGroup
          row
          aria-labelledby={labelId}
          value={isPending ? variables : settings.frequency}
          onChange={(_, value) => mutate(value as MailFrequency)}
        >
          {MAIL_FREQUENCIES.map((frequency) => (
            <FormControlLabel
              key={frequency}
              value={frequency}
              control={<Radio />}
              label={frequencyLabels[frequency]}
              sx={{ mr: 3 }}
            />
          ))}
        </RadioGroup>
      </FormControl>
      {settings.address === "" ? (
        <Alert severity="warning" sx={{ mt: 2 }}>
          Your contact has no email address, so you get no mails. Contact support to add one.
        </Alert>
      ) : (
        !settings.sendsMail && (
          <Alert severity="info" sx={{ mt: 2 }}>
            This portal does not send mails yet. Your choice applies once it does.
          </Alert>
        )
      )}
    </>
  );
}
