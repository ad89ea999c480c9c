import { Link, Outlet, useLocation } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { requireBookingRow } from "#app/features/booking/record/guards.server.ts";
import { ERASED } from "#app/features/data-protection/restriction.ts";
import { readBookingHead, type BookingHead } from "#app/features/staff/booking/read-booking-head.server.ts";
import { PageHead, Steps, Tabs, type Tab } from "#app/ui/desk.tsx";
import { PageSubject } from "#app/ui/page-title.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { Times } from "#app/ui/times.tsx";
import type { Route } from "./+types/booking-layout";

/** Loads what all pages of a booking show above their tabs, and records that the booking was viewed. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by, user } = await requireStaff(context, request);
  const row = await requireBookingRow(deps, params.bookingId!);
  const head = await readBookingHead(deps, row);
  await recordStaffView(deps, by, "booking.viewed", ["booking", row.id]);
  return { head, handlesMoney: user.handlesMoney };
}

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

/** Each page keeps its own heading; on the overview that is the person's name. */
export default function BookingLayout({ loaderData: { head, handlesMoney } }: Route.ComponentProps) {
  const path = `/admin/bookings/${head.id}`;
  const isOverview = useLocation().pathname === path;
  const { counts } = head;
  const isErased = head.person === null;
  const person = head.person ?? "Erased";
  const tabs: (Tab | false)[] = [
    { label: "Overview", to: path, isExact: true },
    !isErased && { label: "Visit", to: `${path}/visit` },
    !isErased && { label: "Referral", to: `/referral-form/${head.id}`, count: counts.referral },
    !isErased && { label: "Others asked", to: `${path}/parts`, count: counts.asked },
    !isErased && { label: "Documents", to: `${path}/documents`, count: counts.documents },
    { label: "Report", to: `${path}/report` },
    handlesMoney && { label: "Money", to: `${path}/invoices` },
  ];
  return (
    <PageSubject value={head.person}>
      <section aria-label="At a glance">
        <PageHead
          isOfSubject={!isOverview}
          heading={
            <>
              {isOverview ? person : <Link to={path}>{person}</Link>} <small>Booking {head.reference}</small>
            </>
          }
          sub={<AtAGlance head={head} />}
        />
        <Steps steps={head.steps} />
      </section>
      <Tabs label="Pages of this booking" tabs={tabs.filter((tab) => tab !== false)} />
      <Outlet />
    </PageSubject>
  );
}

function AtAGlance({ head: { what, when, where, referrer } }: { head: BookingHead }) {
  return (
    <>
      <p>
        {what}
        {referrer === null ? (
          ` · ${ERASED}`
        ) : (
          <>
            {" "}
            · booked by {referrer.name}, {referrer.role}
            {referrer.organization ? ` at ${referrer.organization}` : null} ·{" "}
            <PhoneLink number={referrer.phone} countryCode={referrer.countryCode} />
          </>
        )}
      </p>
      <p>
        <Times>{when}</Times> · {where}
      </p>
    </>
  );
}
