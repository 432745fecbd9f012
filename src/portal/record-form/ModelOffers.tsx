import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { deepEquals } from "@rjsf/utils";
import { useCallback, useContext, useMemo, useState, type MouseEvent, type ReactNode } from "react";
import { schemaOf, type JsonObject } from "../../contract/schema/fields.ts";
import type { ModelReport } from "../../contract/generated/entities.ts";
import { factsFor, offerOf, type ModelFact, type ModelOffer } from "../../contract/models/modelFacts.ts";
import { FieldNotesContext, focusField, FootprintContext, useFormActions } from "../form/formContext.ts";
import { ModelDropZone } from "../model-report/ModelDropZone.tsx";
import { formatReportSummary, useModelReport } from "../model-report/UploadedModelReport.tsx";
import { fillIn } from "../FormOutline.tsx";
import { fieldTitle } from "../recordName.ts";
import { counted, visibleText } from "../ui/format.ts";

const schema = schemaOf("metadata");

/**
 * Offers what the model's files say of the fields, each at its field and all of them above: of the model that is chosen
 * here, else of the latest upload of the record, where there is one. Nothing is filled in unasked.
 */
export function ModelOffers({ recordId, children }: { recordId?: string; children: ReactNode }) {
  const [chosen, setChosen] = useState<ModelReport>();
  const { data: uploaded } = useModelReport(recordId);
  const report = chosen ?? uploaded;
  const facts = useMemo(() => (report ? factsFor(schema, report) : []), [report]);
  const [taken, setTaken] = useState<Record<string, Taken>>({});
  const outerNoteOf = useContext(FieldNotesContext);
  const noteOf = useCallback(
    (name: string, value: unknown) => {
      const onTake = (more: Record<string, Taken>) => setTaken((before) => ({ ...before, ...more }));
      const fact = facts.find(({ field }) => field === name);
      return (
        <>
          {outerNoteOf(name, value)}
          {fact && <OfferAtField {...{ fact, value, taken: taken[name], onTake }} />}
          {name === "" && (
            <AllOffers
              {...{ report, facts, values: value as JsonObject, taken, onTake, onReport: setChosen }}
            />
          )}
        </>
      );
    },
    [outerNoteOf, report, facts, taken],
  );
  return (
    <FootprintContext value={report?.footprint ?? null}>
      <FieldNotesContext value={noteOf}>{children}</FieldNotesContext>
    </FootprintContext>
  );
}

/** What a field took over, and what it held before. */
interface Taken {
  before: unknown;
  proposed: unknown;
}

type OnTake = (taken: Record<string, Taken>) => void;

/** Puts what is offered into the form, and keeps what was there. */
function useTaking(onTake: OnTake) {
  const { values, setField } = useFormActions();
  return (offers: ModelOffer[]) => {
    const held = values();
    onTake(
      Object.fromEntries(offers.map(({ field, proposed }) => [field, { before: held[field], proposed }])),
    );
    for (const { field, proposed } of offers) setField(field, proposed);
  };
}

/** Once the user changed what was taken over, there is no way back: it would take that away, too. */
const isAsTaken = (taken: Taken | undefined, value: unknown) =>
  taken !== undefined && deepEquals(taken.proposed, value);

interface OfferAtFieldProps {
  fact: ModelFact;
  value: unknown;
  taken: Taken | undefined;
  onTake: OnTake;
}

/** What the model says of one field, where that is new; once it was taken over, the way back. */
function OfferAtField({ fact, value, taken, onTake }: OfferAtFieldProps) {
  const { idPrefix, setField } = useFormActions();
  const take = useTaking(onTake);
  const { field } = fact;
  const offer = offerOf(schema, fact, value);
  const title = fieldTitle(field);
  const act = () => {
    if (offer) take([offer]);
    else setField(field, taken!.before);
    // The button goes, and the focus it has with it.
    focusField(`${idPrefix}_${field}`);
  };
  if (!offer && !isAsTaken(taken, value)) return null;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, mt: 0.5 }}>
      <Typography variant="body2">
        {offer ? visibleText(`From ${nameOf(fact)}: ${offer.text}`) : `Taken from ${nameOf(fact)}.`}
      </Typography>
      <Button
        size="small"
        color={offer ? "primary" : "inherit"}
        aria-label={offer ? `Use it: ${title}, ${visibleText(offer.text)}` : `Undo: ${title}`}
        onClick={once(act)}
      >
        {offer ? "Use it" : "Undo"}
      </Button>
    </Box>
  );
}

interface AllOffersProps {
  report: ModelReport | undefined;
  facts: ModelFact[];
  values: JsonObject;
  taken: Record<string, Taken>;
  onTake: OnTake;
  onReport: (report: ModelReport | undefined) => void;
}

/** Where a model is chosen before there is an upload, and all that is offered of it. */
function AllOffers({ report, facts, values, taken, onTake, onReport }: AllOffersProps) {
  const { setField } = useFormActions();
  const take = useTaking(onTake);
  const offers = facts.flatMap((fact) => offerOf(schema, fact, values[fact.field]) ?? []);
  const undoable = Object.entries(taken).filter(([field, one]) => isAsTaken(one, values[field]));
  const undo = () => undoable.forEach(([field, { before }]) => setField(field, before));
  return (
    <Box component="section" aria-label={fillIn.title} sx={{ mb: 4 }}>
      <ModelDropZone {...fillIn} onReport={onReport} summary={report && outcomeOf(facts, offers)}>
        {report && (
          <>
            <Typography variant="body2" color="textSecondary">
              {formatReportSummary(report)}
            </Typography>
            {offers.length + undoable.length > 0 && (
              // One button, above the list: it keeps its place and the focus when the list goes.
              <Button
                variant={offers.length > 0 ? "contained" : "outlined"}
                size="small"
                sx={{ mt: 1 }}
                onClick={once(() => (offers.length > 0 ? take(offers) : undo()))}
              >
                {offers.length > 0 ? allOf("Use", offers.length) : allOf("Undo", undoable.length)}
              </Button>
            )}
            {offers.length > 0 && <OfferList offers={offers} />}
          </>
        )}
      </ModelDropZone>
    </Box>
  );
}

function outcomeOf(facts: ModelFact[], offers: ModelOffer[]): string {
  if (facts.length === 0) return "These files say nothing that the form asks for.";
  return offers.length === 0
    ? "The form holds all that the model says."
    : `The model says of ${counted(offers.length, "field")} what the form does not hold:`;
}

/** Undo stands where what it undoes was pressed: the second press of a double click is none. */
const once = (act: () => void) => (event: MouseEvent) => void (event.detail < 2 && act());

const allOf = (verb: string, count: number) => (count === 1 ? `${verb} it` : `${verb} all ${count}`);

function OfferList({ offers }: { offers: ModelOffer[] }) {
  const { idPrefix } = useFormActions();
  return (
    <Box component="ul" aria-label="Offered by the model" sx={OFFERS}>
      {offers.map((offer) => (
        <li key={offer.field}>
          <Link
            component="button"
            type="button"
            variant="body2"
            onClick={() => focusField(`${idPrefix}_${offer.field}`)}
          >
            {fieldTitle(offer.field)}
          </Link>
          <Typography variant="body2">
            {visibleText(offer.text)}
            <Typography component="span" variant="body2" color="textSecondary">
              {visibleText(` from ${nameOf(offer)}`)}
            </Typography>
          </Typography>
        </li>
      ))}
    </Box>
  );
}

/** The name alone of the file that says it. */
const nameOf = ({ from }: ModelFact) => from.slice(from.lastIndexOf("/") + 1);

const OFFERS = {
  listStyle: "none",
  m: 0,
  mt: 1.5,
  p: 0,
  display: "grid",
  rowGap: 0.5,
  "& li": {
    display: "grid",
    gridTemplateColumns: { xs: "1fr", sm: "200px minmax(0, 1fr)" },
    columnGap: 2,
    justifyItems: "start",
  },
};
