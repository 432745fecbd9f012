import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { deepEquals } from "@rjsf/utils";
import { useCallback, useContext, useMemo, useState, type ReactNode } from "react";
import { schemaOf, type Bag } from "../../contract/schema/fields.ts";
import type { ModelReport } from "../../contract/generated/entities.ts";
import { factsFor, offerOf, type ModelFact, type ModelOffer } from "../../contract/models/modelFacts.ts";
import { FieldNotesContext, focusField, FootprintContext, useFormActions } from "../form/formContext.ts";
import { ModelDrop } from "../model-report/ModelDrop.tsx";
import { summaryOf, useModelReport, useUploads } from "../model-report/UploadedModelReport.tsx";
import { visibleText } from "../ui/visibleText.ts";

const schema = schemaOf("metadata");

interface ModelOffersProps {
  /** None for a new record. */
  recordId?: string;
  /** The form. */
  children: ReactNode;
}

/**
 * Offers what the model's files say of the fields, each at its field and all of them above: of the model that is chosen
 * here, else of the record's latest upload. Nothing is filled in unasked.
 */
export function ModelOffers({ recordId, children }: ModelOffersProps) {
  const [chosen, setChosen] = useState<ModelReport>();
  const [newest] = useUploads(recordId);
  const uploaded = useModelReport(recordId, newest?.uploadBatchId);
  const report = chosen ?? uploaded;
  const facts = useMemo(() => (report ? factsFor(schema, report) : []), [report]);
  /** What fields held before they took something over. */
  const [replaced, setReplaced] = useState<Bag>({});
  const outerNoteOf = useContext(FieldNotesContext);
  const noteOf = useCallback(
    (name: string, value: unknown) => {
      const onReplace = (before: Bag) => setReplaced((was) => ({ ...was, ...before }));
      const fact = facts.find(({ field }) => field === name);
      return (
        <>
          {outerNoteOf(name, value)}
          {fact && <OfferAtField {...{ fact, value, replaced, onReplace }} />}
          {name === "" && (
            <AllOffers report={report} {...{ facts, values: value as Bag, onReplace, onReport: setChosen }} />
          )}
        </>
      );
    },
    [outerNoteOf, report, facts, replaced],
  );
  return (
    <FootprintContext value={report?.footprint ?? null}>
      <FieldNotesContext value={noteOf}>{children}</FieldNotesContext>
    </FootprintContext>
  );
}

type OnReplace = (before: Bag) => void;

/** Puts what is offered into the form, and keeps what was there. */
function useTaking(onReplace: OnReplace) {
  const { values, setField } = useFormActions();
  return (offers: ModelOffer[]) => {
    const held = values();
    onReplace(Object.fromEntries(offers.map(({ field }) => [field, held[field]])));
    for (const { field, proposed } of offers) setField(field, proposed);
  };
}

interface OfferAtFieldProps {
  fact: ModelFact;
  value: unknown;
  replaced: Bag;
  onReplace: OnReplace;
}

/** What the model says of one field, where that is new; once it was taken over, the way back. */
function OfferAtField({ fact, value, replaced, onReplace }: OfferAtFieldProps) {
  const { idPrefix, setField } = useFormActions();
  const take = useTaking(onReplace);
  const { field } = fact;
  const offer = offerOf(schema, fact, value);
  const before = replaced[field];
  const isTaken = !offer && field in replaced && !deepEquals(before, value);
  /** The button goes, and the focus it has with it. */
  const endWith = (act: () => void) => () => {
    act();
    focusField(`${idPrefix}_${field}`);
  };
  return (
    <Box role="status">
      {(offer ?? isTaken) && (
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, mt: 0.5 }}>
          <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
            {offer ? visibleText(`From ${nameOf(fact)}: ${offer.text}`) : `Taken from ${nameOf(fact)}.`}
          </Typography>
          {offer ? (
            <Button
              size="small"
              aria-label={`Use it: ${titleOf(fact)}, ${visibleText(offer.text)}`}
              onClick={endWith(() => take([offer]))}
            >
              Use it
            </Button>
          ) : (
            <Button
              size="small"
              color="inherit"
              aria-label={`Undo: ${titleOf(fact)}`}
              onClick={endWith(() => setField(field, before))}
            >
              Undo
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}

interface AllOffersProps {
  report: ModelReport | undefined;
  facts: ModelFact[];
  values: Bag;
  onReplace: OnReplace;
  onReport: (report: ModelReport | undefined) => void;
}

/** Where a model is chosen before there is an upload, and all that is offered of it. */
function AllOffers({ report, facts, values, onReplace, onReport }: AllOffersProps) {
  const take = useTaking(onReplace);
  const offers = facts.flatMap((fact) => offerOf(schema, fact, values[fact.field]) ?? []);
  return (
    <Box component="section" aria-label="Fill in from the model" sx={{ mb: 4 }}>
      <ModelDrop
        title="Fill in from the model"
        help="The model's folder, or a zip of it, is read in this browser and nothing is sent. What its files say is offered at the fields below."
        onReport={onReport}
      >
        {report && (
          <Box sx={{ mt: 2 }}>
            <Typography variant="body2" color="textSecondary">
              {summaryOf(report)}
            </Typography>
            <OfferList offers={offers} onTake={() => take(offers)} />
          </Box>
        )}
      </ModelDrop>
    </Box>
  );
}

function OfferList({ offers, onTake }: { offers: ModelOffer[]; onTake: () => void }) {
  const { idPrefix } = useFormActions();
  return (
    <>
      <Typography role="status" sx={{ mt: 1, fontWeight: 600 }}>
        {offers.length === 0
          ? "The form holds all that the model says."
          : `The model says of ${offers.length === 1 ? "1 field" : `${offers.length} fields`} what the form does not hold:`}
      </Typography>
      {offers.length > 0 && (
        <>
          <Box component="ul" aria-label="Offered by the model" sx={OFFERS}>
            {offers.map((offer) => (
              <li key={offer.field}>
                <Link
                  component="button"
                  type="button"
                  variant="body2"
                  onClick={() => focusField(`${idPrefix}_${offer.field}`)}
                >
                  {titleOf(offer)}
                </Link>
                <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
                  {visibleText(offer.text)}
                  <Typography component="span" variant="body2" color="textSecondary">
                    {visibleText(` from ${nameOf(offer)}`)}
                  </Typography>
                </Typography>
              </li>
            ))}
          </Box>
          <Button variant="contained" size="small" onClick={onTake}>
            {offers.length === 1 ? "Use it" : `Use all ${offers.length}`}
          </Button>
        </>
      )}
    </>
  );
}

const titleOf = ({ field }: ModelFact) => schema.properties[field]?.title ?? field;

/** The name alone of the file that says it. */
const nameOf = ({ from }: ModelFact) => from.slice(from.lastIndexOf("/") + 1);

const OFFERS = {
  listStyle: "none",
  m: 0,
  my: 1.5,
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
