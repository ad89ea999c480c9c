import { Link } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { requireBookingRow } from "#app/features/booking/record/guards.server.ts";
import { staffQuestionsPath } from "#app/features/report-writing/questions/question-words.ts";
import {
  answerStaffQuestions,
  readStaffQuestions,
} from "#app/features/report-writing/questions/staff-questions-page.server.ts";
import { AgainForm, QuestionsCard } from "#app/features/report-writing/questions/staff-questions.tsx";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useKeyOf, useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/booking-questions";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  const page = await readStaffQuestions(deps, await requireBookingRow(deps, params.bookingId));
  return { page, forms: answerStaffQuestions.shown, said: answerStaffQuestions.said(request) };
}

export const action = formLimit(
  LONG_FORM,
  once(async ({ request, params, context }: Route.ActionArgs) => {
    const { deps, by } = await requireStaff(context, request);
    const booking = await requireBookingRow(deps, params.bookingId);
    const form = await request.formData();
    return answerStaffQuestions({ deps, by, booking, form, page: staffQuestionsPath(booking.id) });
  }),
);

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function BookingQuestions({ loaderData: { page, forms, ...shown } }: Route.ComponentProps) {
  const said = useSaid(shown.said);
  const doneKey = useKeyOf(said);
  return (
    <Page title={`Questions about the report of ${page.reference}`}>
      <Done text={said} />
      {page.refusal ? <Alert tone="warning" text={page.refusal} /> : null}
      <p>
        <Link to={`/admin/bookings/${page.id}/report`}>The report and its recipients</Link>
      </p>
      {page.questions.length === 0 ? <p>Nobody has asked about a report of this booking.</p> : null}
      {page.questions.map((one) => (
        <QuestionsCard key={one.id} page={page} one={one} forms={forms} />
      ))}
      {page.refusal === null ? <AgainForm key={doneKey} recipients={page.recipients} /> : null}
    </Page>
  );
}
