import { data, redirect } from "react-router";
import { CaseHistory, CaseSummary, EraseForm, RestrictionCard } from "#app/features/privacy/case-cards.tsx";
import { readCasePage, requireCase, runCaseAction } from "#app/features/privacy/case-page.server.ts";
import { CaseSchema } from "#app/features/privacy/case-schema.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/privacy-case";

export async function loader(args: Route.LoaderArgs) {
  const { deps, privacyCase } = await requireCase(args);
  return readCasePage(deps, privacyCase);
}

export async function action(args: Route.ActionArgs) {
  const { deps, by, privacyCase } = await requireCase(args);
  const posted = await args.request.formData();
  const formId = String(posted.get("intent") ?? "");
  const form = parseForm(posted, CaseSchema, "Nothing was changed. Please check the form.", { formId });
  if (!form.ok) return data(form.reply, { status: 400 });
  const outcome = await runCaseAction(deps, privacyCase, form.value, by);
  if (outcome === "refused") {
    const summary = "A legal hold stands on this person. Lift it first, if it may be lifted.";
    return data(refuseForm(posted, summary, {}, { formId }), { status: 409 });
  }
  throw redirect(`/admin/privacy/cases/${privacyCase.row.id}?done=${outcome}`);
}

const DONE = {
  restricted:
    "Processing is restricted: no mails and invoices go out, staff cannot change the bookings, and nothing is purged.",
  held: "The legal hold stands: nothing of this person can be erased.",
  lifted: "Lifted. Mails and invoices held back meanwhile are in the outbox as cancelled; Retry sends them.",
  erased: "The person was erased. A restored backup will not bring them back.",
};

export default function PrivacyCasePage({ loaderData }: Route.ComponentProps) {
  const said = useDone(DONE);
  return (
    <Page title="Privacy case" heading={loaderData.person}>
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
            <Card heading="Erasure">
              <EraseForm />
            </Card>
          </div>
        )}
      </div>
    </Page>
  );
}
