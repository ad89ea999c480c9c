import { data, Link, redirect } from "react-router";
import { hasRules } from "#app/features/pay/rules.server.ts";
import { OutcomeSchema } from "#app/features/visits/outcome/outcome-schema.ts";
import {
  CORRECTION_DAYS,
  HELD,
  OUTCOME_FIELDS,
  type DeclaredOutcomeField,
} from "#app/features/visits/record/outcome.ts";
import { openOutcome } from "#app/features/visits/assessor-pages/open-visit.server.ts";
import { recordOutcome } from "#app/features/visits/outcome/record-outcome.server.ts";
import { OUTCOME_REFUSALS } from "#app/features/visits/agree/refusals.ts";
import { requireAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { endOf, formatHours } from "#app/features/visits/record/visit-times.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/visit-outcome";
import { Times } from "#app/ui/times.tsx";
import { optionsOf, RadioGroup } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { Button } from "#app/ui/button.tsx";

const OUTCOME_FORM = "outcome-form";

type Visit = Awaited<ReturnType<typeof openOutcome>>;

const savedOf = ({ last, start, ...visit }: Visit) => ({
  ...(last && { held: last.held }),
  ...Object.fromEntries(OUTCOME_FIELDS.map(({ name, control }) => [control, last?.details?.[name] ?? ""])),
  // The agreed times are filled in where no others are recorded.
  startedAt: last?.details?.startedAt || start,
  endedAt: last?.details?.endedAt || endOf({ ...visit, start }),
});

type Shown = {
  form: ReturnType<typeof useStepForm<typeof OutcomeSchema>>;
  half?: DeclaredOutcomeField["half"];
};

/** The fields of a half of the form; without one, those of both. */
const Fields = ({ form, half }: Shown) =>
  OUTCOME_FIELDS.filter((field) => field.half === half).map(
    ({ control, kind, label, hint, options, wanted }) => {
      const shown = { label, hint, isOptional: !wanted, field: fieldOf(form, control) };
      return kind === "choice" ? (
        <RadioGroup key={control} {...shown} options={optionsOf(options ?? {})} />
      ) : kind === "note" ? (
        <TextArea key={control} {...shown} isAboutPerson />
      ) : (
        <TextField key={control} {...shown} inputMode={kind === "time" ? "numeric" : undefined} />
      );
    },
  );

/** The form of an outcome. Style sheets show the half that applies to what is chosen. */
function OutcomeForm({ visit }: { visit: Visit }) {
  const form = useStepForm<typeof OutcomeSchema>({ id: OUTCOME_FORM, saved: savedOf(visit) });
  return (
    <StepForm form={form} autoComplete="off">
      <VersionField form={form} version={visit.version} />
      <RadioGroup
        field={fieldOf(form, "held")}
        label="How much of the visit took place?"
        options={optionsOf(HELD)}
      />
      <fieldset className="when-held stack mt-6">
        <legend>
          <h2>If it was held</h2>
        </legend>
        <Fields form={form} half="held" />
      </fieldset>
      <fieldset className="when-not-held stack mt-6">
        <legend>
          <h2>If it was not held</h2>
        </legend>
        <Fields form={form} half="not-held" />
      </fieldset>
      <Fields form={form} />
      <div className="actions">
        <Button>{visit.last ? "Correct outcome" : "Record outcome"}</Button>
      </div>
    </StepForm>
  );
}

export async function loader(args: Route.LoaderArgs) {
  const { deps, ...own } = await requireAssessorVisit(args);
  return { visit: await openOutcome(deps, own), hasPay: await hasRules(deps) };
}

export const action = once(async (args: Route.ActionArgs) => {
  const { deps, by } = await requireAssessorVisit(args);
  const { visitId } = args.params;
  const form = await args.request.formData();
  const options = { formId: OUTCOME_FORM };
  const read = parseForm(form, OutcomeSchema, "Please correct what is marked below.", options);
  if (!read.ok) return data(read.reply, { status: 400 });
  const recorded = await recordOutcome(deps, { ...by, visitId, outcome: read.value });
  if (recorded.ok) throw redirect(`/assessor/visits/${visitId}?done=outcome`);
  const { problem } = recorded;
  if (problem === "not-found" || problem === "erased") throw data(null, { status: 404 });
  if (problem === "changed-since") form.delete("version");
  return data(refuseForm(form, OUTCOME_REFUSALS[problem], {}, options), { status: 409 });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function VisitOutcome({ loaderData: { visit, hasPay } }: Route.ComponentProps) {
  const { id, reference, state } = visit;
  return (
    <Page
      title={`Outcome for ${reference}`}
      back={{ label: "Back to the visit", to: `/assessor/visits/${id}` }}
    >
      <p className="lead">
        {formatLongDate(visit.day)}, <Times>{formatHours(visit)}</Times>
      </p>
      {hasPay && visit.last ? (
        <p className="no-print">
          <Link to={`/assessor/visits/${id}/expenses`}>Miles and expenses</Link>
        </p>
      ) : null}
      {state === "not-begun" ? (
        <Alert text="The visit has not begun yet. If it cannot take place, call the office." />
      ) : state === "too-late" ? (
        <Alert>
          <p>An outcome can be corrected for {CORRECTION_DAYS} days. Call the office if it is wrong.</p>
        </Alert>
      ) : state === "restricted" ? (
        <Alert tone="warning" text="The use of this person’s data is restricted for now. Call the office." />
      ) : (
        <OutcomeForm visit={visit} />
      )}
    </Page>
  );
}
