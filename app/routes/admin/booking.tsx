import { useActionData } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  answerBookingPage,
  saidOnBookingPage,
} from "#app/features/staff/booking/answer-booking-page.server.ts";
import { makerNow } from "#app/features/billing/makers.server.ts";
import { InvoiceCard } from "#app/features/staff/booking/invoice-card.tsx";
import { BookingActions } from "#app/features/staff/booking/booking-actions.tsx";
import {
  BookingHistory,
  BookingWarnings,
  ContactLog,
  JobsCard,
  PapersCard,
  ReferralCard,
  SafeguardingCard,
} from "#app/features/staff/booking/booking-cards.tsx";
import {
  BookingFacts,
  BookingLead,
  PriceFacts,
  RightToCancel,
} from "#app/features/staff/booking/booking-file.tsx";
import { openBookingFile } from "#app/features/staff/booking/read-booking-file.server.ts";
import { NeedsBox } from "#app/features/visits/person/needs-box.tsx";
import { readTrouble } from "#app/features/visits/agree/settle-visit.server.ts";
import { TroubleAlerts } from "#app/features/visits/agree/trouble-alert.tsx";
import { readVisitRecords } from "#app/features/visits/outcome/staff-records.server.ts";
import { UnsafeVisits, VisitRecordsCard } from "#app/features/visits/outcome/visit-records.tsx";
import { VisitActions, VisitsCard } from "#app/features/visits/staff-pages/visits-card.tsx";
import { AnsweredRequests, OpenRequests } from "#app/features/staff/booking/open-requests.tsx";
import { countConcernEntries } from "#app/features/safeguarding/concerns.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useSaid } from "#app/ui/use-done.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/booking";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by, user } = await requireStaff(context, request);
  const file = await openBookingFile(deps, params.bookingId, by);
  const concernCount = user.seesConcerns ? await countConcernEntries(deps, file.booking.id) : null;
  const trouble = await readTrouble(deps, params.bookingId);
  const canInvoice = user.handlesMoney && (file.invoice?.maker ?? makerNow(deps)) === "own";
  const records = await readVisitRecords(deps, params.bookingId);
  return { file, concernCount, trouble, canInvoice, records, done: saidOnBookingPage(request) };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  return answerBookingPage({ deps, by, bookingId: params.bookingId, form: await request.formData() });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function BookingPage({ loaderData }: Route.ComponentProps) {
  const { file, concernCount, records, trouble, canInvoice } = loaderData;
  const said = useSaid(loaderData.done);
  // After a refusal the forms stay, with what was typed: somebody may have restricted the booking since.
  const isRefused = useActionData() !== undefined;
  const isLocked = file.isRestricted && !isRefused;
  const { booking } = file;
  return (
    <Page title={`Booking ${booking.bookingReference}`}>
      <BookingLead file={file} />
      <Done text={said} />
      {file.isErased ? null : <OpenRequests file={file} isLocked={isLocked} />}
      <BookingWarnings file={file} />
      <RightToCancel file={file} />
      {trouble ? (
        <TroubleAlerts trouble={trouble} booking={{ id: booking.id, version: file.version }} />
      ) : null}
      <UnsafeVisits reports={records.reports} />
      <NeedsBox needs={records.needs} earlier={records.earlier} />
      <div className="columns booking-columns">
        {isLocked ? null : (
          <BookingActions file={file}>
            {file.isErased ? null : <VisitActions bookingId={booking.id} {...file} />}
          </BookingActions>
        )}
        <div className="document">
          {file.isErased ? null : (
            <VisitsCard bookingId={booking.id} visits={file.visits} isLocked={file.isRestricted} />
          )}
          <VisitRecordsCard records={records} />
          <PriceFacts file={file} />
          <InvoiceCard bookingId={booking.id} invoice={file.invoice} handlesMoney={canInvoice} />
          {file.isErased ? null : (
            <>
              <PapersCard file={file} />
              <ReferralCard bookingId={booking.id} referral={file.referral} />
              <ContactLog contacts={file.contacts} />
            </>
          )}
          <BookingFacts file={file} />
          {file.isErased ? null : <AnsweredRequests requests={file.requests} />}
          {file.isErased && file.jobs.length === 0 ? null : <JobsCard jobs={file.jobs} />}
          <SafeguardingCard bookingId={booking.id} entryCount={concernCount} />
          <BookingHistory history={file.history} />
        </div>
      </div>
    </Page>
  );
}
