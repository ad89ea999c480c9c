import { requireStaff } from "#app/features/accounts/guards.server.ts";
import { answerBookingPage } from "#app/features/staff/answer-booking-page.server.ts";
import { BookingActions } from "#app/features/staff/booking-actions.tsx";
import { BookingLead, BookingFacts } from "#app/features/staff/booking-file.tsx";
import {
  BookingHistory,
  ContactLog,
  InvoiceCard,
  JobsCard,
  ReferralCard,
} from "#app/features/staff/booking-cards.tsx";
import { openBookingFile } from "#app/features/staff/read-booking-file.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/booking";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireStaff(context, request);
  return { file: await openBookingFile(deps, params.bookingId, by) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { deps, by } = await requireStaff(context, request);
  return answerBookingPage({ deps, by, bookingId: params.bookingId, form: await request.formData() });
}

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const DONE = {
  status: "The status was changed.",
  contact: "The contact was logged.",
  owner: "The owner was changed.",
  edited: "Your changes were saved.",
  unchanged: "Nothing was different, so nothing was saved.",
  link: "A fresh link is on its way to the referrer.",
  "link-replaced": "A fresh link is on its way to the referrer. Earlier links no longer work.",
};

export default function BookingPage({ loaderData: { file } }: Route.ComponentProps) {
  const said = useDone(DONE);
  const { booking } = file;
  return (
    <Page title={`Booking ${booking.bookingReference}`}>
      <BookingLead file={file} />
      <Done text={said} />
      {file.isRestricted ? (
        <Alert tone="bad">
          <p>
            <strong>Processing restricted.</strong> {RESTRICTED}
          </p>
        </Alert>
      ) : null}
      <div className="columns">
        <div className="document">
          <BookingFacts file={file} />
          {file.invoice ? <InvoiceCard invoice={file.invoice} /> : null}
          <ContactLog contacts={file.contacts} />
          <ReferralCard bookingId={booking.id} referral={file.referral} />
          <JobsCard jobs={file.jobs} />
          <Card heading="History">
            <BookingHistory history={file.history} />
          </Card>
        </div>
        {file.isRestricted ? null : (
          <BookingActions key={`${file.version} ${file.contacts.length}`} file={file} />
        )}
      </div>
    </Page>
  );
}
