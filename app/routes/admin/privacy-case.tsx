import { data, redirect } from "react-router";
import { CaseSummary, CaseHistory, RestrictionCard, EraseForm } from "#app/features/privacy/case-cards.tsx";
import {
  readCasePage,
  requireCase,
  runCaseAction,
  CaseSchema,
} from "#app/features/privacy/case-page.server.ts";
import { atStakeSentence, seenIn } from "#app/features/assessors/visits-at-stake.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/privacy-case";

export async function loader(args: Route.LoaderArgs) {
  const { deps, privacyCase } = await requireCase(args);
  return readCasePage(deps, privacyCase);
}

export const action = once(async (args: Route.ActionArgs) => {
  const { deps, by, privacyCase } = await requireCase(args);
  const posted = await args.request.formData();
  const formId = String(posted.get("intent") ?? "");
  const form = parseForm(posted, CaseSchema, "Nothing was changed. Please check the form.", { formId });
  if (!form.ok) return data(form.reply, { status: 400 });
  const asked = { ...by, visitsSeen: seenIn(posted) };
  const outcome = await runCaseAction(deps, privacyCase, form.value, asked);
  if (typeof outcome === "object") {
    const reply = refuseForm(posted, atStakeSentence(outcome), {}, { formId });
    return data({ ...reply, atStake: outcome }, { status: 409 });
  }
  if (outcome === "not-found") throw data(null, { status: 404 });
  if (outcome === "refused") {
    const summary = "This person is under a legal hold. Lift the hold first, if you may.";
    return data(refuseForm(posted, summary, {}, { formId }), { status: 409 });
  }
  throw redirect(`/admin/privacy/cases/${privacyCase.row.id}?done=${outcome}`);
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const DONE = {
  restricted:
    "Processing is restricted: no mails and invoices go out, and staff cannot change the bookings. Bookings, mails and complaints are kept.",
  held: "The legal hold is in place: bookings, mails and complaints are kept, and nobody can erase them.",
  lifted: "Lifted. Mails and invoices that were held back are in the outbox as cancelled; Retry sends them.",
  erased: "The person was erased. A restored backup will not bring them back.",
};

export default function PrivacyCasePage({ loaderData }: Route.ComponentProps) {
  const said = useDone(DONE);
  return (
    <Page
      title="Privacy case"
      heading={loaderData.person}
      back={{ label: "Back to the privacy desk", to: "/admin/privacy" }}
    >
      <Done text={said} />
      <div className="columns">
        <div className="stack">
          <CaseSummary file={loaderData} />
          <Card heading="Who saw or changed these records">
            <CaseHistory history={loaderData.history} />
          </Card>
        </div>
        {loaderData.isErased ? null : (
          <div className="stack">
            <RestrictionCard {...loaderData} kind="restriction" />
            <RestrictionCard {...loaderData} kind="legal-hold" />
            <Card heading="Erasure" className="stack">
              <p className="note">
                This deletes their account, mails and drafts. Their bookings keep the reference, dates and
                prices. Complaints are kept for their retention period.
              </p>
              <EraseForm />
            </Card>
          </div>
        )}
      </div>
    </Page>
  );
}
