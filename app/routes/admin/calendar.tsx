import { Form, Link } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { CalendarGrid } from "#app/features/staff/calendar/calendar-grid.tsx";
import {
  calendarQuery,
  dayBeside,
  readCalendarView,
  titleOfView,
} from "#app/features/staff/calendar/calendar-view.ts";
import { readCalendar } from "#app/features/staff/calendar/read-calendar.server.ts";
import { allInWords } from "#app/features/stage/stage.ts";
import { londonDate } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/calendar";
import { Times } from "#app/ui/times.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  const today = londonDate(deps.clock.now());
  const view = readCalendarView(new URL(request.url).searchParams, today);
  return { today, view, calendar: await readCalendar(deps, view) };
}

type Shown = Route.ComponentProps["loaderData"];

export default function CalendarPage({ loaderData: { today, view, calendar } }: Route.ComponentProps) {
  const name = calendar.assessors.find(({ id }) => id === view.assessor)?.name ?? "all assessors";
  const title = titleOfView(view);
  return (
    <Page title={`Calendar, ${title}`} heading={title}>
      <CalendarControls view={view} today={today} calendar={calendar} />
      <CalendarGrid label={`Agreed visits of ${name}`} view={view} days={calendar.days} />
      <div className="calendar-cards">
        <WithoutVisit without={calendar.without} />
        <FreedTimes freed={calendar.freed} />
      </div>
    </Page>
  );
}

function CalendarControls({ view, today, calendar }: Shown) {
  return (
    <>
      <p className="no-print flex flex-wrap gap-x-5 gap-y-2">
        <Link to={calendarQuery(view, { day: dayBeside(view, -1) })}>Earlier</Link>
        <Link to={calendarQuery(view, { day: today })}>Today</Link>
        <Link to={calendarQuery(view, { day: dayBeside(view, 1) })}>Later</Link>
      </p>
      <Form method="get" className="calendar-controls no-print" key={calendarQuery(view)}>
        <div>
          <label htmlFor="show">Show</label>
          <select className="input" id="show" name="show" defaultValue={view.show}>
            <option value="week">Week</option>
            <option value="month">Month</option>
          </select>
        </div>
        <div>
          <label htmlFor="assessor">Assessor</label>
          <select className="input" id="assessor" name="assessor" defaultValue={view.assessor ?? ""}>
            <option value="">All</option>
            {calendar.assessors.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label htmlFor="day">Day</label>
          <input className="input" type="date" id="day" name="day" defaultValue={view.day} />
        </div>
        <div className="filters-actions">
          <Button>Show</Button>
          <PrintButton look="quiet">Print</PrintButton>
        </div>
      </Form>
    </>
  );
}

function WithoutVisit({ without }: { without: Shown["calendar"]["without"] }) {
  return (
    <Card heading="Bookings without a visit" className="no-print">
      {without.shown.length === 0 ? (
        <p className="note">Every booking that was called has a visit.</p>
      ) : (
        <ul className="stack">
          {without.shown.map(({ id, reference, client, about, notYet }) => (
            <li key={id}>
              <Link className="inline-block" to={`/admin/bookings/${id}${notYet ? "" : "/visit"}`}>
                {reference}
              </Link>{" "}
              {client}
              <p className="note">{about}</p>
              {notYet ? <p className="note">{notYet}</p> : null}
            </li>
          ))}
        </ul>
      )}
      {without.count !== without.shown.length ? (
        <p>
          <Link to="/admin/dashboard?stage=to-agree">{allInWords(without.count)} without a visit</Link>
        </p>
      ) : null}
    </Card>
  );
}

/** The others are folded. */
const FREED_SHOWN = 20;

function FreedTimes({ freed }: { freed: Shown["calendar"]["freed"] }) {
  if (freed.length === 0) return null;
  const others = freed.slice(FREED_SHOWN);
  const toItem = ({ id, search, when, assessor }: (typeof freed)[number]) => (
    <li key={`${id}${search}`}>
      <Link to={`/admin/visits/${id}/waiting${search}`}>
        <Times>{when}</Times>
      </Link>
      <p className="note">{assessor}. Who would like this time?</p>
    </li>
  );
  return (
    <Card heading="Times that fell free" className="no-print">
      <ul className="stack">{freed.slice(0, FREED_SHOWN).map(toItem)}</ul>
      {others.length > 0 ? (
        <details>
          <summary>{others.length} more</summary>
          <ul className="stack">{others.map(toItem)}</ul>
        </details>
      ) : null}
    </Card>
  );
}
