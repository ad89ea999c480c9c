import { data, Link, redirect } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { NeedsBox } from "#app/features/visits/needs-box.tsx";
import { NoteCard, NOTE_FORM, OutcomeCard } from "#app/features/visits/assessor-cards.tsx";
import { findAssessorVisit, openAssessorVisit } from "#app/features/visits/open-visit.server.ts";
import { ContactsCard, RisksCard, WhenAndWhere, WhoCard } from "#app/features/visits/visit-cards.tsx";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { NoteSchema } from "#app/features/visits/outcome-schema.ts";
import { writeVisitNote } from "#app/features/visits/record-outcome.server.ts";
import { readForm, refuseForm } from "#app/forms/read-form.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { useDone, useKeyOf } from "#app/ui/use-done.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/visit";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireAssessor(context, request);
  const visit = await openAssessorVisit(deps, params.visitId, by);
  if (!visit) throw data(null, { status: 404 });
  return { visit };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireAssessor(context, request);
  const { visitId } = params;
  if (!(await findAssessorVisit(deps, visitId, by.actor.id))) throw data(null, { status: 404 });
  const read = await readForm(request, NoteSchema, "The note was not sent.", { formId: NOTE_FORM });
  if (!read.ok) return data(read.reply, { status: 400 });
  const problem = await writeVisitNote(deps, { ...by, visitId, note: read.value.note });
  if (problem === null) throw redirect(`/assessor/visits/${visitId}?done=note`);
  if (problem === "not-found") throw data(null, { status: 404 });
  return data(refuseForm(read.form, RESTRICTED, {}, { formId: NOTE_FORM }), { status: 409 });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const DONE = {
  concern: "The concern was recorded, and those who look after safeguarding are told.",
  outcome: "The outcome was recorded. Thank you.",
  note: "The note was sent to the office.",
};

export default function AssessorVisit({ loaderData: { visit } }: Route.ComponentProps) {
  const { about } = visit;
  const said = useDone(DONE);
  const noteKey = useKeyOf(useDone({ note: "sent" }));
  const page = `/assessor/visits/${visit.id}`;
  return (
    <Page title={`Visit for ${visit.reference}`} back={{ label: "Back to your visits", to: "/assessor" }}>
      <Done text={said} />
      {about === null ? (
        <>
          <WhenAndWhere visit={visit} />
          <Alert tone="bad">
            <p>
              The use of this person’s data is restricted for now. Call the office before you go: the visit
              may not take place.
            </p>
          </Alert>
        </>
      ) : (
        <>
          <NeedsBox needs={about.needs} earlier={about.earlier} />
          <OutcomeCard visit={visit} />
          <WhenAndWhere visit={visit} />
          <WhoCard about={about} />
          <RisksCard risks={about.risks} />
          <ContactsCard contacts={about.contacts} />
          <NoteCard key={noteKey} notes={visit.notes} />
          <p className="no-print flex flex-wrap gap-x-5 gap-y-2">
            <Link to={`${page}/documents`}>Documents of this booking</Link>
            <Link to={`${page}/pack`}>Pack to print</Link>
            <Link to={`${page}/letter`}>Letter to the client</Link>
            <Link to={`${page}/referral`}>
              Referral’s print view{about.isReferralSubmitted ? "" : " (not submitted yet)"}
            </Link>
            <Link to={`${page}/report`}>Report</Link>
          </p>
        </>
      )}
      <p className="no-print">
        <Link to={`${page}/concern`}>Record a safeguarding concern</Link>
      </p>
    </Page>
  );
}
