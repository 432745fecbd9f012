import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useCallback, useMemo, useState } from "react";
import { useGetList, useNotify } from "react-admin";
import { useLocation } from "react-router";
import { partiesOf } from "../../contract/schema/access.ts";
import { schemaOf, type JsonObject } from "../../contract/schema/fields.ts";
import { identifierHolder } from "../../contract/identifierHolder.ts";
import { messages } from "../../contract/messages.ts";
import { ContactDialogs } from "../form/contacts/ContactDialog.tsx";
import { SchemaForm } from "../form/EntityForm.tsx";
import type { UploadExtent } from "../form/formProps.ts";
import { keptFrom } from "../form/uiSchema.ts";
import { WHOLE_LIST } from "../providers/resources/simpleRest.ts";
import { usePortalProvider } from "../providers/useAnswer.ts";
import type { Draft } from "../providers/drafts.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";
import { LeaveQuestion } from "../LeaveQuestion.tsx";
import { refusedFaults } from "../ui/states.tsx";
import { DraftOffer, DraftOutcome } from "./DraftOffer.tsx";
import { FormBar } from "./FormBar.tsx";
import type { RecordVersion } from "./recordWork.ts";
import type { FormLists } from "./useFormLists.ts";
import { useRecordForm } from "./useRecordForm.ts";

const NONE: Draft[] = [];
const NOBODY = { username: "", roles: [] };

interface RecordFormProps {
  opened: RecordVersion;
  lists: FormLists;
  /** The saved version was read anew, and stands in the form. */
  onReload?: (saved: RecordRow) => void;
  /** The form stays, and is that of the record that was made. */
  onMade?: (recordId: string) => void;
}

/** The form of one record's metadata with all that keeps typed work safe. */
export function RecordForm({ opened, lists, onReload, onMade }: RecordFormProps) {
  const notify = useNotify();
  const { hash } = useLocation();
  const { extent, became } = useExtent();
  const { options, references, contactBook, failed, retry } = lists;
  const form = useRecordForm(opened, { onReload, onMade });
  const { state, saved, start, outcome } = form;
  const { form: handle, onInput, onChange, put, set } = form.record;
  const holderOf = useHolderOf(saved.recordId);
  return (
    <Stack onChange={onInput} sx={{ gap: 3 }}>
      <DraftOffer
        // What was left of another new record belongs into none that is made by now.
        drafts={saved.recordId === opened.recordId ? form.offered : NONE}
        saved={saved}
        isHeld={state.is === "saving" || form.isBusy}
        onRestore={form.restore}
        onDiscard={form.discard}
      />
      {outcome && <DraftOutcome key={outcome.of} {...outcome} />}
      {failed && <MissingLists onRetry={retry} />}
      <ContactDialogs key={start.generation} book={contactBook} options={options} texts={start.contactTexts}>
        <SchemaForm
          ref={handle}
          schemaName="metadata"
          initial={start.initial}
          entries={start.entries}
          // Where a form begins anew its user stands somewhere in it already.
          isWhole={hash !== "" || start.generation > 0}
          options={options}
          references={references}
          faults={refusedFaults(state.is === "failed" && state.error)}
          onSubmit={form.submit}
          onInvalid={(count) => notify(messages.fixErrors(count), { type: "error" })}
          onChange={onChange}
          {...extent}
          {...keptFrom(schemaOf("metadata"), partiesOf(session.current() ?? NOBODY))}
          holderOf={holderOf}
          onBusy={(isBusy) => set({ isBusy })}
        >
          <FormBar
            state={state}
            kept={form.kept}
            onTake={(values) => void put(values)}
            onTakeTheirs={(recordId) => void form.takeTheirs(recordId)}
          />
        </SchemaForm>
      </ContactDialogs>
      <LeaveQuestion
        // A draft is left behind; of a file on its way, nothing.
        isEdited={form.isBusy || !form.kept.isKept}
        words={form.isBusy ? "A file is still being sent, and would not arrive." : undefined}
        after={became}
      />
    </Stack>
  );
}

const ARRIVED =
  "The file has arrived. It is kept on this device with what you have typed, and not saved yet.";
const failed = (why: string) => `The file did not arrive. ${why} What you have typed is kept on this device.`;

/** Ways to send and to read the geodatabase, and what became of the last one that was sent, in words. */
function useExtent() {
  const dataProvider = usePortalProvider();
  const [became, setBecame] = useState<string>();
  // React-admin's provider makes a new function of each at every look.
  const extent = useMemo(() => {
    const uploadExtent: UploadExtent = async (...sending) => {
      try {
        const storedName = await dataProvider.uploadSpatialExtent(...sending);
        setBecame(ARRIVED);
        return storedName;
      } catch (error) {
        setBecame(failed((error as Error).message || messages.generic));
        throw error;
      }
    };
    return { uploadExtent, readExtent: dataProvider.uploadedExtent };
  }, [dataProvider]);
  return { extent, became };
}

/** The vendor's other record that has the identifier of what is typed, if any. */
function useHolderOf(id: string | undefined) {
  const { data: records } = useGetList<RecordRow>("records", WHOLE_LIST);
  return useCallback(
    (metadata: JsonObject) => records && identifierHolder(records, { id, metadata }),
    [records, id],
  );
}

function MissingLists({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert severity="warning" action={<Button onClick={onRetry}>Retry</Button>}>
      Some of the lists to choose from could not be loaded.
    </Alert>
  );
}
