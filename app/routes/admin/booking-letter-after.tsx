import "#app/styles/letter.css";
import { Link } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { requireBookingRow } from "#app/features/booking/record/guards.server.ts";
import {
  answerAfterLetter,
  openAfterLetter,
  saidOfAfterLetter,
} from "#app/features/report-writing/after-letter.server.ts";
import { LetterKinds, LetterOnPaper } from "#app/features/visits/letter/letter-page.tsx";
import type { LetterGivenForm } from "#app/features/visits/letter/letter-schema.ts";
import { LETTER_WAYS } from "#app/features/visits/record/letter-ways.ts";
import { optionsOf, RadioGroup } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/booking-letter-after";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireStaff(context, request);
  const booking = await requireBookingRow(deps, params.bookingId);
  return { ...(await openAfterLetter(deps, booking, { by, request })), said: saidOfAfterLetter(request) };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  return answerAfterLetter(deps, await requireBookingRow(deps, params.bookingId), { by, request });
});

export default function LetterAfter({ loaderData: opened }: Route.ComponentProps) {
  const { letter, kind, kinds, outcome, unchecked, given, today, reference } = opened;
  const form = useStepForm<LetterGivenForm>({ id: "letter-form", saved: { givenOn: today } });
  return (
    <div className="stack">
      <PageTitle title={`Letter after the visit for ${reference}`} />
      <Done text={useSaid(opened.said)} />
      {unchecked.length > 0 ? (
        <Alert tone="warning">
          <p>
            Not offered until an Administrator names who checked it (
            <Link to="/admin/settings/checks">Settings, Checked texts</Link>): {unchecked.join(", ")}.
          </p>
        </Alert>
      ) : null}
      {letter ? (
        <>
          <div className="actions no-print">
            <PrintButton>Print</PrintButton>
          </div>
          <LetterKinds kinds={kinds} />
          {outcome ? (
            <p className="no-print">
              {outcome.isSaid
                ? "The letter says what the report concludes. "
                : "The letter does not say what the report concludes. "}
              <Link to={outcome.search} replace preventScrollReset>
                {outcome.isSaid ? "Leave the conclusion out" : "Say the conclusion"}
              </Link>
            </p>
          ) : null}
          <LetterOnPaper kind={kind} letter={letter} />
          <Card heading="How the letter is given" className="stack no-print">
            {given.length > 0 ? (
              <ul>
                {given.map((words, index) => (
                  <li key={index}>{words}</li>
                ))}
              </ul>
            ) : null}
            <StepForm form={form} autoComplete="off">
              <RadioGroup field={fieldOf(form, "way")} label="How" options={optionsOf(LETTER_WAYS)} />
              <TextField field={fieldOf(form, "givenOn")} label="Day" type="date" />
              <div className="actions">
                <Button look="quiet">Record the letter</Button>
              </div>
            </StepForm>
          </Card>
        </>
      ) : null}
    </div>
  );
}
