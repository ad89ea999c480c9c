import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { requireStaff } from "#app/features/accounts/guards.server.ts";
import { actorOf } from "#app/features/accounts/principal.server.ts";
import { BookingActions } from "#app/features/booking/desk/booking-actions.tsx";
import { BookingFacts } from "#app/features/booking/desk/booking-file.tsx";
import { BookingTimeline } from "#app/features/booking/desk/booking-timeline.tsx";
import { changeStatus } from "#app/features/booking/desk/change-status.server.ts";
import { InvoiceCard } from "#app/features/booking/desk/invoice-card.tsx";
import { JobsCard } from "#app/features/booking/desk/jobs-card.tsx";
import { openBookingFile } from "#app/features/booking/desk/open-booking-file.server.ts";
import { ReferralCard } from "#app/features/booking/desk/referral-card.tsx";
import { StatusBadge } from "#app/features/booking/status-badge.tsx";
import { StatusForm as StatusSchema, statusRefusal } from "#app/features/booking/desk/status-schema.ts";
import { bookingNotFoundPage } from "#app/features/booking/guards.server.ts";
import { readForm, refuseForm } from "#app/forms/read-form.server.ts";
import { revalidateAfterConflict } from "#app/forms/revalidate-after-conflict.ts";
import { RESTRICTED } from "#app/features/privacy/restriction.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/booking";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const staff = await requireStaff(scope, request);
  const file = await openBookingFile(scope, staff, params.bookingId);
  return { file, done: new URL(request.url).searchParams.get("done") };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const staff = await requireStaff(scope, request);
  const form = await readForm(request, StatusSchema, "The status was not changed.");
  if (!form.ok) return data(form.reply, { status: 400 });
  const { notify, dateAccepted, ...change } = form.value;
  const result = await changeStatus(scope.deps, {
    ...change,
    bookingId: params.bookingId,
    isReferrerTold: notify === "on",
    isDateAccepted: dateAccepted === "on",
    actor: actorOf(staff),
    requestId: scope.requestId,
  });
  if (result.ok) throw redirect(`/admin/bookings/${params.bookingId}?done=status`);
  if (result.problem === "not-found") throw bookingNotFoundPage();
  const refusal = statusRefusal(result.problem, change.status);
  const reply = refuseForm(form.form, refusal.summary, refusal.errors);
  return data({ ...reply, problem: result.problem }, { status: refusal.code });
}

export const meta = () => [];

export const shouldRevalidate = revalidateAfterConflict;

const DONE = new Map([
  ["status", "The status was changed."],
  ["edited", "Your changes were saved."],
  ["unchanged", "Nothing was different, so nothing was saved."],
  ["link", "A fresh link is on its way to the referrer."],
  ["link-replaced", "A fresh link is on its way to the referrer. Earlier links no longer work."],
]);

export default function BookingPage({ loaderData: { file, done }, actionData }: Route.ComponentProps) {
  const said = DONE.get(done ?? "");
  const { booking, promise } = file;
  return (
    <div className="stack">
      <PageTitle title={`Booking ${booking.bookingReference}`} isRefused={Boolean(actionData)} />
      <h1>Booking {booking.bookingReference}</h1>
      <p>
        <StatusBadge status={file.status} />{" "}
        {promise ? <Badge colour={promise.isOverdue ? "red" : "yellow"}>{promise.text}</Badge> : null}{" "}
        {file.isRestricted ? null : (
          <a className="lg:hidden" href="#status-form">
            Change status
          </a>
        )}
      </p>
      {said && !actionData ? (
        <Alert tone="good" isLive>
          <p>{said}</p>
        </Alert>
      ) : null}
      {file.isRestricted ? (
        <Alert tone="bad">
          <p>
            <strong>Processing restricted.</strong> {RESTRICTED}
          </p>
        </Alert>
      ) : null}
      <div className="columns">
        <div className="stack">
          <BookingFacts file={file} />
          {file.invoice ? <InvoiceCard invoice={file.invoice} /> : null}
          <ReferralCard bookingId={booking.id} referral={file.referral} />
          <JobsCard jobs={file.jobs} />
          <Card heading="History">
            <BookingTimeline timeline={file.timeline} />
          </Card>
        </div>
        {file.isRestricted ? null : <BookingActions key={file.version} file={file} reply={actionData} />}
      </div>
    </div>
  );
}
