import { Link, Outlet, useLocation } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { peopleOf } from "#app/features/booking/record/find-booking.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { visitFeeInWords } from "#app/features/pay/pay-pages.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { PageHead, Tabs } from "#app/ui/desk.tsx";
import { PageSubject } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/visit-layout";

/** Whom the visit is for, as long as it is open to this assessor and the person is not restricted. The guard here is
 * for the head only: each page has its own. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, user } = await requireAssessor(context, request);
  const visitId = params.visitId!;
  const own = await findAssessorVisit(deps, visitId, user.userId);
  if (!own) return null;
  const { reference } = own.booking;
  const { [reference]: person = null } = await peopleOf(deps, [reference]);
  const hasPay = (await visitFeeInWords(deps, visitId)) !== null;
  return {
    visitId,
    reference,
    person,
    hasPay,
    isRestricted: await isBookingRestricted(deps.db, own.booking),
  };
}

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

/** Each page keeps its own heading; on the visit's own page that is the person's name. */
export default function VisitLayout({ loaderData: head }: Route.ComponentProps) {
  const { pathname } = useLocation();
  if (!head) return <Outlet />;
  const path = `/assessor/visits/${head.visitId}`;
  const isOverview = pathname === path;
  const tabs = [
    { label: "Visit", to: path, isExact: true },
    { label: "What was said", to: `${path}/exchanges` },
    { label: "Write the report", to: `${path}/report/write` },
    { label: "Report", to: `${path}/report`, isExact: true },
    ...(head.hasPay ? [{ label: "Miles and expenses", to: `${path}/expenses` }] : []),
    { label: "Documents", to: `${path}/documents` },
    { label: "Pack", to: `${path}/pack` },
    { label: "Letter to the client", to: `${path}/letter` },
    { label: "Referral", to: `${path}/referral` },
  ];
  const about = `Visit for ${head.reference}`;
  return (
    <PageSubject value={head.person}>
      <div className={isOverview ? undefined : "is-beside-page no-print"}>
        <PageHead
          isOfSubject={!isOverview}
          heading={
            isOverview ? (
              head.person ? (
                <>
                  {head.person} <small>{about}</small>
                </>
              ) : (
                about
              )
            ) : (
              <>
                <Link to={path}>{head.person ?? about}</Link>{" "}
                {head.person ? <small>{head.reference}</small> : null}
              </>
            )
          }
        />
      </div>
      {!head.isRestricted && tabs.some(({ to }) => to === pathname) ? (
        <Tabs label="Pages of this visit" tabs={tabs} />
      ) : null}
      <Outlet />
    </PageSubject>
  );
}
