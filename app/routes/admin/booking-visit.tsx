import { data, Link, useActionData } from "react-router";
import { answerAgreePage } from "#app/features/visits/staff-pages/agree-visit.server.ts";
import type { VisitReply } from "#app/features/visits/staff-pages/answer-visit.server.ts";
import { openAgreePage } from "#app/features/visits/staff-pages/read-visit-page.server.ts";
import { DecisionFields, InTheWayAlerts } from "#app/features/visits/staff-pages/in-the-way-parts.tsx";
import {
  CallFields,
  HeldFields,
  NotifyField,
  OverruleFields,
} from "#app/features/visits/staff-pages/visit-parts.tsx";
import { DeadlineBadges } from "#app/features/referral/deadline-badges.tsx";
import { VisitRecordsCard } from "#app/features/visits/outcome/visit-records.tsx";
import { VisitsCard } from "#app/features/visits/staff-pages/visits-card.tsx";
import { NeedsBox } from "#app/features/visits/person/needs-box.tsx";
import { AssessorList, PlanFields } from "#app/features/visits/plan/plan-form.tsx";
import { useFreeList } from "#app/features/visits/plan/use-free-list.ts";
import type { AgreeForm } from "#app/features/visits/agree/visit-schemas.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import { Times } from "#app/ui/times.tsx";
import type { FirstFree } from "#app/features/visits/plan/read-first-free.server.ts";
import { formatShortDate } from "#app/platform/dates.ts";
import type { Route } from "./+types/booking-visit";

export async function loader(args: Route.LoaderArgs) {
  const page = await openAgreePage(args);
  return data(page, { status: page.closed === null && !page.way.isCancelRequested ? 200 : 409 });
}

export const action = once(async (args: Route.ActionArgs) => answerAgreePage(args));

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

/** `answerBy` is read as a day and a time, and typed as one text. */
type AgreeFields = Omit<AgreeForm, "answerBy"> & { answerBy: string };

export default function AgreeVisitPage({ loaderData: page }: Route.ComponentProps) {
  const { id, reference, version, visit, isAdministrator, closed, way } = page;
  const reply = useActionData<VisitReply>();
  const form = useStepForm<AgreeFields>({ id: "visit-form", saved: { ...page.values, notify: "on" } });
  const path = `/admin/bookings/${id}`;
  const { list, handlers } = useFreeList(
    reply?.list === undefined ? page.list : reply.list,
    `${path}/visit/free`,
  );
  const isAgreed = visit?.isToCome === true;
  return (
    <Page
      title={`Agree the visit ${reference}`}
      {...(closed && { back: { label: `Back to booking ${reference}`, to: path } })}
    >
      {isAgreed ? (
        <Alert tone="warning">
          <p>
            This booking has an agreed visit: {visit.when}, with {visit.assessor.name}.{" "}
            <Link to={`${path}/visit/move`}>Move the visit</Link>{" "}
            <Link to={`${path}/visit/reassign`}>Reassign the visit</Link>{" "}
            <Link to={`${path}/visit/cancel`}>Cancel the visit</Link>
          </p>
        </Alert>
      ) : null}
      {closed ? (
        <Alert tone="warning">
          <p>{closed}</p>
        </Alert>
      ) : null}
      {isAgreed || closed ? null : <InTheWayAlerts bookingId={id} way={way} />}
      <NeedsBox needs={page.records.needs} earlier={page.records.earlier} />
      <Wishes wishes={page.wishes} deadlines={page.deadlines} />
      {page.firstFree && !way.isCancelRequested ? (
        <FirstFreeTimes path={`${path}/visit`} free={page.firstFree} />
      ) : null}
      {(isAgreed || closed || way.isCancelRequested) && !reply ? null : (
        <StepForm form={form} autoComplete="off" enterIntent="show" {...handlers}>
          <VersionField form={form} version={version} />
          <PlanFields form={form} addresses={page.addresses} note={list?.placeNote} />
          <p className="field">
            <Button look="quiet" name="intent" value="show">
              Show who is free
            </Button>
          </p>
          <AssessorList isMany label="Assessor" list={list} field={fieldOf(form, "assessors")} />
          <OverruleFields form={form} mayOverrule={isAdministrator} />
          <HeldFields form={form} />
          <DecisionFields form={form} way={way} />
          {page.awaitsContact ? <CallFields form={form} /> : null}
          <NotifyField form={form} unticked="Unticked, the referrer gets no reminder of the visit either." />
          <div className="actions">
            <Button name="intent" value="agree">
              Agree the visit
            </Button>
          </div>
          <Card heading="Or ask several first" className="stack mt-6">
            <p className="hint">
              Tick them above. Each is asked by email, without anybody’s name; the first who accepts has the
              visit.
            </p>
            <TextField field={fieldOf(form, "answerBy")} label="Answer by" type="datetime-local" />
            <Button look="quiet" name="intent" value="ask">
              Ask whether they can come
            </Button>
          </Card>
        </StepForm>
      )}
      <VisitsCard bookingId={id} visits={page.visits} isLocked={closed !== null} />
      <VisitRecordsCard records={page.records} />
    </Page>
  );
}

/** Links that fill in a time and somebody who is free then. They load the page anew: the form begins with them. */
function FirstFreeTimes({ path, free }: { path: string; free: FirstFree }) {
  return (
    <Card heading="First free times" className="stack">
      {free.rightUntil ? (
        <p className="note">
          After {formatShortDate(free.rightUntil)}, when the referrer’s right to cancel ends. Choose an
          earlier day below if they asked us to start.
        </p>
      ) : null}
      {free.times.length === 0 ? (
        <p>
          Nobody who fits is free from {formatShortDate(free.from)} to {formatShortDate(free.until)}. Choose a
          day below to see why.
        </p>
      ) : (
        <ul className="grid gap-2">
          {free.times.map(({ when, who, search }) => (
            <li key={search}>
              <Link reloadDocument to={`${path}${search}`}>
                <Times>{when}</Times>
              </Link>{" "}
              <span className="note">{who}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Wishes({ wishes, deadlines }: Pick<Route.ComponentProps["loaderData"], "wishes" | "deadlines">) {
  const { preferred, weekends, isEarlierWanted, language } = wishes;
  return (
    <Facts
      rows={[
        ["Client", wishes.client],
        ["Referrer", wishes.phone === null ? wishes.referrer : `${wishes.referrer}, ${wishes.phone}`],
        ["Assessments", wishes.assessments],
        [
          "Preferred date",
          `${preferred}, ${weekends}${isEarlierWanted ? ", earlier if one comes free" : ""}`,
        ],
        deadlines.length > 0 && ["Deadlines", <DeadlineBadges notes={deadlines} />],
        ["Location", wishes.location],
        language !== null && ["Language", language],
      ]}
    />
  );
}
