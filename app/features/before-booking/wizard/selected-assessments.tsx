import { TextArea } from "#app/forms/text-fields.tsx";
import type { Field } from "#app/forms/use-step-form.ts";
import { priceText } from "#app/features/catalogue/pricing.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { More } from "#app/ui/more.tsx";
import { Change } from "./confirmation-fields.tsx";
import type { ConfirmationPage } from "./confirmation-page.server.ts";

type Row = ConfirmationPage["rows"][number];
type Props = { page: ConfirmationPage; otherField: Field<string> };

export function SelectedAssessments(props: Props) {
  const { page } = props;
  return (
    <Card heading="Selected assessments" action={<Change step="assessments" what="selected assessments" />}>
      <ul>
        {page.rows.map((row) => (
          <li key={row.id} className="choice is-row">
            {row.isRemoved ? <RemovedAssessment row={row} /> : <ChosenAssessment row={row} page={page} />}
          </li>
        ))}
      </ul>
      <AddAssessment key={page.addable.length} {...props} />
    </Card>
  );
}

function ChosenAssessment({ row: { id, name, pricePence }, page }: { row: Row; page: ConfirmationPage }) {
  return (
    <>
      <span>
        {name}
        {id === "other" && page.otherDetails ? (
          <span className="note block whitespace-pre-line">{page.otherDetails}</span>
        ) : null}
      </span>
      <span className="price">{priceText(pricePence)}</span>
      <RowButton intent={`remove:${id}`} verb="Remove" name={`Remove ${name}`} />
    </>
  );
}

function RowButton({ intent, verb, name }: { intent: string; verb: string; name: string }) {
  return (
    <button className="link-button justify-self-start" name="intent" value={intent} aria-label={name}>
      {verb}
    </button>
  );
}

/** Nothing takes the place of the Remove button: the second click of a double click must do nothing. */
function RemovedAssessment({ row: { id, name } }: { row: Row }) {
  return (
    <>
      <span role="status">
        <s>{name}</s> <span className="note block">Removed.</span>
      </span>
      {id === "other" ? (
        <span />
      ) : (
        <button className="link-button" name="intent" value={`add:${id}`} aria-label={`Undo: keep ${name}`}>
          Undo
        </button>
      )}
      <span className="link-button invisible justify-self-start" aria-hidden="true">
        Remove
      </span>
    </>
  );
}

function AddAssessment({ page, otherField }: Props) {
  if (page.addable.length === 0) return null;
  const others = page.addable.filter(({ id }) => id !== "other");
  return (
    <More
      text="Add Another Assessment"
      heading="Add Another Assessment"
      className="mt-3"
      buttonClass="button is-quiet is-small"
      isOpenAtFirst={Boolean(otherField.errors?.length)}
    >
      <ul>
        {others.map(({ id, name, pricePence }) => (
          <li key={id} className="choice is-row">
            <span>{name}</span>
            <span className="price">{priceText(pricePence)}</span>
            <RowButton intent={`add:${id}`} verb="Add" name={`Add ${name}`} />
          </li>
        ))}
      </ul>
      {page.addable.length > others.length ? (
        <div className="mt-4">
          <TextArea
            field={otherField}
            label="Other: what needs to be assessed?"
            hint="At most 100 words. We agree a price with you first."
            isAboutPerson
            isWide
          />
          <Button look="quiet" isSmall name="intent" value="add:other">
            Add Other
          </Button>
        </div>
      ) : null}
    </More>
  );
}
