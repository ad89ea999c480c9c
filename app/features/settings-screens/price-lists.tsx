import type { FieldSpec } from "#app/forms/declared-fields.ts";
import { useActionData } from "react-router";
import { priceText } from "#app/features/catalogue/pricing.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { ErrorSummary } from "#app/forms/step-form.tsx";
import { FieldMessages, fieldParts, textValue } from "#app/forms/field.tsx";
import { fieldOf, useStepForm, type FormState } from "#app/forms/use-step-form.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { formatPounds } from "#app/platform/money.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Table } from "#app/ui/table.tsx";
import type { PriceList } from "#app/features/settings/offer.ts";
import type { PricesPreview } from "./preview-prices.ts";
import type { SharpChanges } from "./price-changes.ts";
import { SettingsFields, SettingsForm } from "./settings-parts.tsx";
import type { SettingsReply } from "./save-group.server.ts";

const number = (name: string) => ({ name, className: "is-number" });

type PricedAssessment = { id: string; name: string; isFaceToFaceOnly: boolean };

type PricesProps = { assessments: PricedAssessment[]; version: number; isLocked: boolean };

type PriceListsProps = PricesProps & { lists: (PriceList & { isInForce: boolean })[]; today: string };

const modes = ({ discountModes }: PriceList) =>
  discountModes.length > 0 ? `(${discountModes.join(" and ")})` : "(never)";

export function PriceLists({ lists, assessments, today, version, isLocked }: PriceListsProps) {
  const form = useStepForm({ id: "price-lists" });
  return (
    <div>
      <ErrorSummary form={form} />
      {lists.map((list) => (
        <details key={list.id} open={list.validFrom > today} className="mb-3">
          <summary>
            {list.validFrom ? `From ${formatLongDate(list.validFrom)}` : "The first list"}
            {list.isInForce ? " (in force)" : list.validFrom > today ? " (to come)" : " (past)"}
          </summary>
          <Table
            className="table is-stacked is-figures mt-2"
            caption={`Discount ${formatPounds(list.discountPence)} ${modes(list)}; VAT ${list.vatRate} %, “${list.vatPhrase}”`}
            columns={["Assessment", number("Face-to-face"), number("Virtual")]}
            rows={assessments
              .filter(({ id }) => list.prices[id])
              .map(({ id, name, isFaceToFaceOnly }) => {
                const { faceToFacePence, virtualPence } = list.prices[id]!;
                const virtual = isFaceToFaceOnly ? "–" : priceText(virtualPence ?? faceToFacePence);
                return { id, cells: [name, priceText(faceToFacePence), virtual] };
              })}
          />
          {list.validFrom > today && !isLocked ? (
            <PostForm className="mt-2 flex flex-wrap gap-3">
              <input type="hidden" name="version" value={version} />
              <ButtonLink look="quiet" isSmall to={`?change=${list.id}#price-list`}>
                Change this list
              </ButtonLink>
              <Button look="quiet" isSmall intent={`remove:${list.id}`}>
                Remove this list
              </Button>
            </PostForm>
          ) : null}
        </details>
      ))}
    </div>
  );
}

const FIRST_DAY: FieldSpec = {
  name: "validFrom",
  label: "In force from",
  hint: "Today or later",
  kind: "day",
};

const TERMS: FieldSpec[] = [
  {
    name: "discount",
    label: "Discount in pounds",
    hint: "Off each priced assessment after the first",
    kind: "pounds",
  },
  { name: "discountFaceToFace", label: "Discount face-to-face bookings", kind: "check" },
  { name: "discountVirtual", label: "Discount virtual bookings", kind: "check" },
  {
    name: "vatRate",
    label: "VAT rate, per cent",
    hint: "0 if you charge none. Invoices of bookings under this list have the same rate.",
    kind: "number",
  },
  { name: "vatPhrase", label: "Words beside a price", hint: "Such as: including VAT", kind: "line" },
  { name: "vatSentence", label: "Sentence under prices", hint: "Such as: Prices include VAT.", kind: "line" },
];

type PriceListFormProps = PricesProps & {
  /** First values of the form. */
  saved: Record<string, string>;
  /** Values of the list in force. */
  now: Record<string, string>;
  /** The list to come that the form changes; null for a new list. */
  changed: { id: string; validFrom: string } | null;
};

const COLUMNS = [
  { of: "f", label: "Face-to-face" },
  { of: "v", label: "Virtual" },
] as const;

type PriceTableProps = Pick<PriceListFormProps, "assessments" | "now"> & { form: FormState };

/** A row for each assessment: its prices as fields, beside each the amount in force today. */
function PriceTable({ form, assessments, now }: PriceTableProps) {
  return (
    <table className="price-table">
      <caption className="hint">
        Leave a price empty for “Price on request”. Leave a virtual price empty to charge the face-to-face
        price.
      </caption>
      <thead>
        <tr>
          <th scope="col">Assessment</th>
          {COLUMNS.map(({ of, label }) => (
            <th key={of} scope="col" id={`column-${of}`}>
              {label}, in pounds
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {assessments.map(({ id, name, isFaceToFaceOnly }) => (
          <tr key={id}>
            <th scope="row" id={`row-${id}`}>
              {name}
            </th>
            {COLUMNS.map(({ of, label }) =>
              of === "v" && isFaceToFaceOnly ? (
                <td key={of}>–</td>
              ) : (
                <td key={of} data-label={label}>
                  <PriceInput
                    form={form}
                    name={`${of}-${id}`}
                    labelledBy={`row-${id} column-${of}`}
                    now={now[`${of}-${id}`] || now[`f-${id}`]}
                  />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type PriceInputProps = { form: FormState; name: string; labelledBy: string; now: string | undefined };

function PriceInput({ form, name, labelledBy, now }: PriceInputProps) {
  const field = fieldOf(form as FormState<Record<string, string>>, name);
  const { aria, hintId, errorId } = fieldParts(field, "now");
  return (
    <div>
      <input
        type="text"
        inputMode="decimal"
        className="input"
        autoComplete="off"
        id={field.id}
        name={name}
        aria-labelledby={labelledBy}
        defaultValue={textValue(field)}
        {...aria}
      />
      <span className="hint" id={hintId}>
        {now ? `Now £${now}` : "Now on request"}
      </span>
      <FieldMessages field={field} id={errorId} />
    </div>
  );
}

export function PriceListForm({ saved, now, changed, assessments, version, isLocked }: PriceListFormProps) {
  const reply = useActionData<SettingsReply & { preview?: PricesPreview; sharp?: SharpChanges }>();
  const form = useStepForm({ id: "price-list", saved });
  const preview = isLocked ? null : (
    <Button look="quiet" intent="preview">
      Preview
    </Button>
  );
  return (
    <Card heading={changed ? `Price list from ${formatLongDate(changed.validFrom)}` : "New price list"}>
      {reply?.preview ? (
        <Alert heading="A booking of three assessments, before and after" isLive className="mb-4">
          {reply.preview.map(({ mode, rows }) => (
            <Table
              key={mode}
              className="table is-stacked mt-3"
              caption={mode}
              columns={["What", number("Before"), number("After")]}
              rows={rows.map(({ name, from, to }) => ({ id: name, cells: [name, from, to] }))}
            />
          ))}
        </Alert>
      ) : null}
      <SettingsForm
        form={form}
        version={version}
        isLocked={isLocked}
        isForNew
        save={changed ? "Save this list" : "Save the new list"}
        buttons={preview}
      >
        <div>
          <HiddenFields form={form} names={["basedOn", "changes"]} />
          {reply?.sharp ? <ConfirmPrices {...reply.sharp} /> : null}
          <SettingsFields form={form} specs={[FIRST_DAY]} />
          <PriceTable form={form} assessments={assessments} now={now} />
          <h3 className="mt-6 mb-3">Discount and VAT</h3>
          <SettingsFields form={form} specs={TERMS} />
        </div>
      </SettingsForm>
    </Card>
  );
}

function HiddenFields({ form, names }: { form: FormState; names: string[] }) {
  return names.map((name) => (
    <input
      key={name}
      type="hidden"
      name={name}
      defaultValue={textValue(fieldOf(form, name as never)) ?? ""}
    />
  ));
}

function ConfirmPrices({ rows, signature }: SharpChanges) {
  return (
    <Alert tone="warning" heading="Prices that more than double or halve" className="mb-4">
      <Table
        className="table is-stacked mt-3"
        caption="Old and new"
        columns={["Assessment", number("Old"), number("New")]}
        rows={rows.map(({ name, from, to }) => ({ id: name, cells: [name, from, to] }))}
      />
      <div className="option mt-3">
        <input type="checkbox" id="price-list-confirmPrices" name="confirmPrices" value={signature} />
        <label htmlFor="price-list-confirmPrices">These prices are right</label>
      </div>
    </Alert>
  );
}
