import { Link } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { CalendarGrid } from "#app/features/staff/calendar/calendar-grid.tsx";
import {
  calendarQuery,
  dayBeside,
  readCalendarView,
  titleOfView,
} from "#app/features/staff/calendar/calendar-view.ts";
import { readCalendar } from "#app/features/staff/calendar/read-calendar.server.ts";
import { NoBookingYet } from "#app/features/staff/dashboard/dashboard-figures.tsx";
import { firstBookingDay } from "#app/features/staff/statistics/read-statistics.server.ts";
import { allInWords } from "#app/features/stage/stage.ts";
import { pageOf } from "#app/kit/pages.ts";
import { FilterForm } from "#app/kit/filter-form.tsx";
import { Pages } from "#app/kit/pages-nav.tsx";
import { londonDate } from "#app/platform/dates.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Beside, Chips, NextStep, PageHead } from "#app/ui/desk.tsx";
import { Page } from "#app/ui/page.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/calendar";
import { Times } from "#app/ui/times.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  const today = londonDate(deps.clock.now());
  const url = new URL(request.url);
  const view = readCalendarView(url.searchParams, today);
  const isEmpty = (await firstBookingDay(deps)) === null;
  const { freed, ...calendar } = await readCalendar(deps, view);
  return { today, view, isEmpty, calendar, freed: pageOf(freed, url, { name: "freed", size: 20 }) };
}

type Shown = Route.ComponentProps["loaderData"];

const SHOWN_AS = { week: "Week", day: "Day", month: "Month" };

export default function CalendarPage({ loaderData }: Route.ComponentProps) {
  const { today, view, calendar, freed, isEmpty } = loaderData;
  const name = calendar.assessors.find(({ id }) => id === view.assessor)?.name ?? "all assessors";
  const title = titleOfView(view);
  const shown = calendar.assessors.filter(({ isShown }) => isShown);
  const chips = (["week", "day", "month"] as const).map((show) => ({
    label: SHOWN_AS[show],
    to: calendarQuery(view, { show }),
    isCurrent: show === view.show,
  }));
  return (
    <Page title={`Calendar, ${title}`} heading={null}>
      <PageHead
        heading={title}
        actions={
          <>
            <ButtonLink look="quiet" isSmall to={calendarQuery(view, { day: dayBeside(view, -1) })}>
              Earlier
            </ButtonLink>
            <ButtonLink look="quiet" isSmall to={calendarQuery(view, { day: today })}>
              Today
            </ButtonLink>
            <ButtonLink look="quiet" isSmall to={calendarQuery(view, { day: dayBeside(view, 1) })}>
              Later
            </ButtonLink>
            <Chips label="Day, week or month" chips={chips} />
          </>
        }
      />
      <WhatFirst canVisit={calendar.canVisit} isEmpty={isEmpty} />
      <CalendarControls view={view} calendar={calendar} />
      <Beside
        aside={
          <>
            <WithoutVisit without={calendar.without} />
            <Card heading="Who">
              <ul>
                {shown.map(({ id, name, colour }) => (
                  <li key={id} className={`who is-colour-${colour}`}>
                    <Link to={calendarQuery(view, { assessor: view.assessor === id ? null : id })}>
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
            </Card>
            <FreedTimes {...freed} />
          </>
        }
      >
        <CalendarGrid
          label={`Agreed visits of ${name}`}
          view={view}
          days={calendar.days}
          now={calendar.now}
        />
      </Beside>
    </Page>
  );
}

/** Things that come before the first visit. */
function WhatFirst({ canVisit, isEmpty }: { canVisit: boolean; isEmpty: boolean }) {
  if (!canVisit)
    return (
      <NextStep
        icon="people"
        heading="Nobody can be visited yet: no assessor has hours"
        action={
          <ButtonLink look="quiet" to="/admin/assessors">
            Enter their hours
          </ButtonLink>
        }
      >
        <p>Add an assessor, then enter areas and hours. Free times appear here.</p>
      </NextStep>
    );
  return isEmpty ? <NoBookingYet>Visits are agreed for bookings.</NoBookingYet> : null;
}

function CalendarControls({ view, calendar }: Pick<Shown, "view" | "calendar">) {
  return (
    <FilterForm
      className="calendar-controls no-print"
      filters={[
        { name: "show", label: "Show", value: view.show, options: Object.entries(SHOWN_AS) },
        {
          name: "assessor",
          label: "Assessor",
          value: view.assessor,
          options: [["", "All"], ...calendar.assessors.map(({ id, name }) => [id, name] as const)],
        },
        { name: "day", label: "Day", value: view.day, type: "date" },
      ]}
    >
      <Button look="quiet">Show</Button>
      <PrintButton look="quiet">Print</PrintButton>
    </FilterForm>
  );
}

function WithoutVisit({ without }: { without: Shown["calendar"]["without"] }) {
  return (
    <Card
      heading="Bookings without a visit"
      action={<span className="note">{without.count}</span>}
      className="no-print"
    >
      {without.shown.length === 0 ? (
        <p className="note">Every booking that was called has a visit.</p>
      ) : (
        <ul className="stack">
          {without.shown.map(({ id, reference, client, about, notYet, firstFree }) => (
            <li key={id}>
              <Link className="inline-block" to={`/admin/bookings/${id}${notYet ? "" : "/visit"}`}>
                {client || "Client not given"}
              </Link>{" "}
              <span className="note">{reference}</span>
              <p className="note">{about}</p>
              {notYet ? <p className="note">{notYet}</p> : null}
              {!firstFree && !notYet ? (
                <p className="note">Nobody who fits is free within four weeks.</p>
              ) : null}
              {firstFree && !notYet ? (
                <ButtonLink look="quiet" isSmall to={`/admin/bookings/${id}/visit${firstFree.search}`}>
                  First free: {firstFree.label}
                </ButtonLink>
              ) : null}
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

function FreedTimes({ rows, at }: Shown["freed"]) {
  if (rows.length === 0) return null;
  const toItem = ({ id, search, when, assessor }: (typeof rows)[number]) => (
    <li key={`${id}${search}`}>
      <Link to={`/admin/visits/${id}/waiting${search}`}>
        <Times>{when}</Times>
      </Link>
      <p className="note">{assessor}. Who would like this time?</p>
    </li>
  );
  return (
    <Card heading="Times that fell free" className="no-print">
      <ul className="stack">{rows.map(toItem)}</ul>
      <Pages at={at} of="times that fell free" />
    </Card>
  );
}
