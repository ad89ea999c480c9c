import { useActionData } from "react-router";
import { priceText } from "#app/features/catalogue/pricing.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { ErrorSummary } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { formatPounds } from "#app/platform/money.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Table } from "#app/ui/table.tsx";
import type { PriceList } from "#app/features/settings/offer.ts";
import type { FieldSpec } from "#app/features/settings/pages.ts";
import type { PricesPreview } from "./preview-prices.ts";
import { SettingsFields, SettingsForm } from "./settings-parts.tsx";
import type { SettingsReply } from "./save-group.server.ts";

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
        <details key={list.id} open={list.isInForce || list.validFrom > today} className="mb-3">
          <summary>
            {list.validFrom ? `From ${formatLongDate(list.validFrom)}` : "The first list"}
            {list.isInForce ? " (in force)" : list.validFrom > today ? " (to come)" : " (past)"}
          </summary>
          <Table
            className="table is-stacked mt-2"
            caption={`Discount ${formatPounds(list.discountPence)} ${modes(list)}; VAT ${list.vatRate} %, “${list.vatPhrase}”`}
            columns={["Assessment", "Face-to-face", "Virtual"]}
            rows={assessments
              .filter(({ id }) => list.prices[id])
              .map(({ id, name, isFaceToFaceOnly }) => {
                const { faceToFacePence, virtualPence } = list.prices[id]!;
                const virtual = isFaceToFaceOnly ? "–" : priceText(virtualPence ?? faceToFacePence);
                return { id, cells: [name, priceText(faceToFacePence), virtual] };
              })}
          />
          {list.validFrom > today && !isLocked ? (
            <PostForm className="mt-2">
              <input type="hidden" name="version" value={version} />
              <Button look="quiet" isSmall name="intent" value={`remove:${list.id}`}>
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
  hint: "Today or later, such as 2027-04-01",
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
    hint: "0 if you charge none. Invoices in Xero take theirs from XERO_TAX_TYPE.",
    kind: "number",
  },
  { name: "vatPhrase", label: "Words beside a price", hint: "Such as: including VAT", kind: "line" },
  { name: "vatSentence", label: "Sentence under prices", hint: "Such as: Prices include VAT.", kind: "line" },
];

export function PriceListForm({
  saved,
  assessments,
  version,
  isLocked,
}: PricesProps & { saved: Record<string, string> }) {
  const reply = useActionData<SettingsReply & { preview?: PricesPreview }>();
  const form = useStepForm({ id: "price-list", saved });
  const preview = isLocked ? null : (
    <Button look="quiet" name="intent" value="preview">
      Preview
    </Button>
  );
  return (
    <Card heading="New price list">
      {reply?.preview ? (
        <Alert heading="A booking of three assessments, before and after" isLive className="mb-4">
          {reply.preview.map(({ mode, rows }) => (
            <Table
              key={mode}
              className="table is-stacked mt-3"
              caption={mode}
              columns={["What", "Before", "After"]}
              rows={rows.map(({ name, from, to }) => ({ id: name, cells: [name, from, to] }))}
            />
          ))}
        </Alert>
      ) : null}
      <SettingsForm {...{ form, version, isLocked }} isForNew save="Save the new list" buttons={preview}>
        <div>
          <SettingsFields form={form} specs={[FIRST_DAY]} />
          <p className="hint mb-4">
            Leave a price empty for “Price on request”, and a virtual price for the face-to-face one.
          </p>
          {assessments.map(({ id, name, isFaceToFaceOnly }) => {
            const prices: FieldSpec[] = [
              { name: `f-${id}`, label: "Face-to-face, in pounds", kind: "pounds" },
              { name: `v-${id}`, label: "Virtual, in pounds", kind: "pounds" },
            ];
            return (
              <fieldset key={id} className="price-pair">
                <legend>{name}</legend>
                <div className="flex flex-wrap gap-x-5">
                  <SettingsFields form={form} specs={isFaceToFaceOnly ? prices.slice(0, 1) : prices} />
                </div>
              </fieldset>
            );
          })}
          <h3 className="mt-6 mb-3">Discount and VAT</h3>
          <SettingsFields form={form} specs={TERMS} />
        </div>
      </SettingsForm>
    </Card>
  );
}
