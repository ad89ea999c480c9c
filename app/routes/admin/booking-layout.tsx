import { Link, Outlet, useLocation } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { requireBookingRow } from "#app/features/booking/record/guards.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { ERASED } from "#app/features/data-protection/restriction.ts";
import { readBookingHead, type BookingHead } from "#app/features/staff/booking/read-booking-head.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead, Rare, Steps, Tabs, type Tab } from "#app/ui/desk.tsx";
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
  return { head, handlesMoney: user.handlesMoney, isRestricted: await isBookingRestricted(deps.db, row) };
}

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

/** Each page keeps its own heading; on the overview that is the person's name. */
export default function BookingLayout({
  loaderData: { head, handlesMoney, isRestricted },
}: Route.ComponentProps) {
  const path = `/admin/bookings/${head.id}`;
  const { pathname, search } = useLocation();
  const isHistory = new URLSearchParams(search).get("view") === "history";
  const isOverview = pathname === path;
  const { counts } = head;
  const isErased = head.person === null;
  const person = head.person ?? "Erased";
  const tabs: (Tab | false)[] = [
    { label: "Overview", to: path, isExact: true, isCurrent: isHistory ? false : undefined },
    !isErased && { label: "Visit", to: `${path}/visit` },
    !isErased && { label: "Referral", to: `/referral-form/${head.id}`, count: counts.referral },
    !isErased && { label: "Others asked", to: `${path}/parts`, count: counts.asked },
    !isErased && { label: "Documents", to: `${path}/documents`, count: counts.documents },
    { label: "Report", to: `${path}/report` },
    handlesMoney && { label: "Money", to: `${path}/invoices` },
    { label: "History", to: `${path}?view=history`, isCurrent: isHistory },
  ];
  const shown = tabs.filter((tab) => tab !== false);
  // A page below a tab is a form for one thing: it gets the room.
  const isTab = shown.some(({ to }) => to === pathname);
  return (
    <PageSubject value={head.person}>
      <section aria-label="At a glance" className={isOverview ? undefined : "is-beside-page"}>
        <PageHead
          isOfSubject={!isOverview}
          heading={
            <>
              {isOverview ? person : <Link to={path}>{person}</Link>} <small>Booking {head.reference}</small>
            </>
          }
          sub={isTab ? <AtAGlance head={head} isShort={!isOverview} /> : null}
          actions={
            isErased || !isTab ? null : (
              <>
                {isRestricted ? null : (
                  <ButtonLink look="quiet" to={`${path}#contact-form`}>
                    Log a call
                  </ButtonLink>
                )}
                <Rare>
                  <Link to={`/referral-form/${head.id}/print`}>Print view</Link>
                  <Link to={`/referral-form/${head.id}/cop3`}>Draft for form COP3</Link>
                </Rare>
              </>
            )
          }
        />
        {isTab ? <Steps steps={head.steps} /> : null}
      </section>
      <Tabs label="Pages of this booking" tabs={shown} />
      <Outlet />
    </PageSubject>
  );
}

type GlanceProps = { head: BookingHead; isShort: boolean };

function AtAGlance({
  head: { what, when, assessor, where, referrer, organisation, agreed },
  isShort,
}: GlanceProps) {
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
        {organisation ? (
          <>
            {" · "}
            <Link to={`/admin/organisations/${organisation.id}`}>{organisation.name}</Link>
          </>
        ) : null}
      </p>
      {agreed ? <p>Agreed: {agreed}</p> : null}
      {isShort ? null : (
        <p>
          <span className="sr-only">When</span> <Times>{when}</Times>{" "}
          {assessor ? <span>with {assessor}</span> : null} · {where}
        </p>
      )}
    </>
  );
}
