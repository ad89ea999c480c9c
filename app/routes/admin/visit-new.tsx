import { Link } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { findAssessor } from "#app/features/assessors/assessors.server.ts";
import { bookingsToAgree } from "#app/features/stage/bookings-to-agree.server.ts";
import { allInWords } from "#app/features/stage/stage.ts";
import { offeredTime } from "#app/features/visits/staff-pages/read-visit-page.server.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/visit-new";

const MAX_SHOWN = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  const { day, start } = offeredTime(request);
  const chosen = new URL(request.url).searchParams.get("assessor") ?? "";
  const assessor = chosen === "" ? null : await findAssessor(deps, chosen);
  const search = new URLSearchParams({
    ...(day && { day }),
    ...(start && { start }),
    ...(assessor && { assessor: assessor.id }),
  });
  return {
    time: [day && formatLongDate(day), start, assessor && `with ${assessor.name}`].filter(Boolean).join(", "),
    search: search.size > 0 ? `?${search}` : "",
    without: await bookingsToAgree(deps, { limit: MAX_SHOWN, day: day ?? null }),
  };
}

/** The booking for which a visit is agreed, or assessors are asked, at a time that was chosen first. */
export default function VisitNewPage({ loaderData: { time, search, without } }: Route.ComponentProps) {
  return (
    <Page
      title="Which booking needs the visit?"
      back={{ label: "Back to the calendar", to: "/admin/calendar" }}
    >
      {time ? <p className="lead">{time}</p> : null}
      {without.shown.length === 0 ? (
        <p>Every booking that was called has a visit.</p>
      ) : (
        <ul className="stack">
          {without.shown.map(({ id, reference, client, about, notYet }) => (
            <li key={id}>
              <strong>{client}</strong>{" "}
              {notYet ? (
                <Link className="inline-block" to={`/admin/bookings/${id}`}>
                  {reference}
                </Link>
              ) : (
                <Link className="inline-block" to={`/admin/bookings/${id}/visit${search}`}>
                  Agree the visit {reference}
                </Link>
              )}
              <p className="note">{about}</p>
              {notYet ? <p>{notYet}</p> : null}
            </li>
          ))}
        </ul>
      )}
      {without.count !== without.shown.length ? (
        <p>
          <Link to="/admin/dashboard?stage=to-agree">{allInWords(without.count)} without a visit</Link>
        </p>
      ) : null}
    </Page>
  );
}
