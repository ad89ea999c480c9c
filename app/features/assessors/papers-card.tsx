import type { FieldSpec } from "#app/forms/declared-fields.ts";
import { DeclaredFields } from "#app/forms/declared-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { formatLongDate } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import type { Assessor } from "./assessors.server.ts";
import { VisitsAtStake } from "./named-visits.tsx";
import { PAPER_KINDS, PAPERS, paperValues } from "./papers.ts";

type Papered = Pick<Assessor, "papers" | "version">;

/** The papers of an assessor as staff record them. */
export function PapersCard({ papers, version, fields }: Papered & { fields: readonly FieldSpec[] }) {
  const form = useStepForm<Record<string, string>>({ id: "papers-form", saved: paperValues(papers) });
  return (
    <Card heading="Fit to assess" id="papers">
      <p className="note mb-3">
        Write what you saw. Keep no copy here. The assessor and you are mailed 60 and 14 days before a day
        below. Once insurance has ended, no visit can be agreed for a later day.
      </p>
      <StepForm form={form} autoComplete="off">
        <input type="hidden" name="intent" value="papers" />
        <VersionField form={form} version={version} />
        <DeclaredFields form={form} specs={fields} />
        <VisitsAtStake formId="papers-form" />
        <Button look="quiet">Save papers</Button>
      </StepForm>
    </Card>
  );
}

/** The papers for the assessor to read: the office changes them. */
export const OwnPapersCard = ({ papers }: Pick<Assessor, "papers">) => (
  <Card heading="Your papers">
    <p className="note">Send the office each new one before the day on which it ends.</p>
    <Facts
      rows={PAPER_KINDS.map((kind) => [
        PAPERS[kind].label,
        papers[kind]
          ? `Until ${formatLongDate(papers[kind].until)} (${papers[kind].seen})`
          : "The office has none recorded",
      ])}
    />
  </Card>
);
