import { Checkbox } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Table } from "#app/ui/table.tsx";
import type { PricesPreview } from "./preview-prices.ts";

type PriceListFormProps = {
  saved: Record<string, string>;
  reply: unknown;
  preview: PricesPreview | undefined;
  assessments: { id: string; name: string; isFaceToFaceOnly: boolean }[];
  version: number;
  isLocked: boolean;
};

type Fields = Record<string, string>;

const short = { className: "input is-short", autoComplete: "off" } as const;
const pounds = { ...short, inputMode: "decimal" } as const;

const VAT_WORDS = [
  { name: "vatPhrase", label: "Words beside a price", hint: "Such as: including VAT" },
  { name: "vatSentence", label: "Sentence under prices", hint: "Such as: Prices include VAT." },
];

/** A new list starts as a copy of the newest. */
export function PriceListForm(props: PriceListFormProps) {
  const { saved, reply, preview, assessments, version, isLocked } = props;
  const { summary, ...typed } = useStepForm<Fields>({
    id: "price-list",
    saved,
    reply,
    toastTitle: preview ? null : "Validation Error",
  });
  const form = { ...typed, summary: preview ? undefined : summary };
  const field = (name: string) => fieldOf(form, name) as never;
  return (
    <Card heading="New price list">
      {preview ? <Preview preview={preview} /> : null}
      <StepForm form={form}>
        <input type="hidden" name="baseVersion" value={version} />
        <TextField
          {...short}
          field={field("validFrom")}
          label="In force from"
          hint="Today or later, such as 2027-04-01"
        />
        <p className="hint mb-4">
          Leave a price empty for “Price on request”, and a virtual price for the face-to-face one.
        </p>
        {assessments.map((assessment) => (
          <AssessmentPrices key={assessment.id} assessment={assessment} field={field} />
        ))}
        <h3 className="mt-6 mb-3">Discount and VAT</h3>
        <TextField
          {...pounds}
          field={field("discount")}
          label="Discount in pounds"
          hint="Off each priced assessment after the first"
        />
        <Checkbox field={field("discountFaceToFace")} label="Discount face-to-face bookings" />
        <Checkbox field={field("discountVirtual")} label="Discount virtual bookings" />
        <TextField
          {...short}
          field={field("vatRate")}
          label="VAT rate, per cent"
          hint="0 if you charge none"
          inputMode="numeric"
        />
        {VAT_WORDS.map(({ name, ...words }) => (
          <TextField key={name} field={field(name)} {...words} autoComplete="off" />
        ))}
        {isLocked ? null : (
          <div className="actions">
            <Button>Save the new list</Button>
            <Button look="quiet" name="intent" value="preview">
              Preview
            </Button>
          </div>
        )}
      </StepForm>
    </Card>
  );
}

type AssessmentPricesProps = {
  assessment: PriceListFormProps["assessments"][number];
  field: (name: string) => never;
};

function AssessmentPrices({ assessment: { id, name, isFaceToFaceOnly }, field }: AssessmentPricesProps) {
  return (
    <fieldset className="price-pair">
      <legend>{name}</legend>
      <div className="flex flex-wrap gap-x-5">
        <TextField {...pounds} field={field(`f-${id}`)} label="Face-to-face, in pounds" />
        {isFaceToFaceOnly ? null : (
          <TextField {...pounds} field={field(`v-${id}`)} label="Virtual, in pounds" />
        )}
      </div>
    </fieldset>
  );
}

function Preview({ preview }: { preview: PricesPreview }) {
  return (
    <Alert heading="A booking of three assessments, before and after" isLive className="mb-4">
      {preview.map(({ mode, rows }) => (
        <Table
          key={mode}
          className="table is-stacked mt-3"
          caption={mode}
          columns={["What", "Before", "After"]}
          rows={rows.map(({ name, from, to }) => ({ id: name, cells: [name, from, to] }))}
        />
      ))}
    </Alert>
  );
}
