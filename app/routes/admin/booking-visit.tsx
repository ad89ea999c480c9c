import { data, Link, useActionData } from "react-router";
import { answerAgreePage } from "#app/features/visits/staff-pages/agree-visit.server.ts";
import type { VisitReply } from "#app/features/visits/staff-pages/answer-visit.server.ts";
import { openAgreePage } from "#app/features/visits/staff-pages/read-visit-page.server.ts";
import {
  DecisionFields,
  OpenRequestAlerts,
  RightToCancel,
} from "#app/features/visits/staff-pages/in-the-way-parts.tsx";
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
import { fieldOf, useStepForm, type Field } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Beside, Chips } from "#app/ui/desk.tsx";
import { listValue } from "#app/forms/field.tsx";
import { CHOSEN_PART, offerKey } from "#app/features/visits/record/visit-plan.ts";
import { Facts } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import { Times } from "#app/ui/times.tsx";
import type { FirstFree } from "#app/features/visits/plan/read-first-free.server.ts";
import { formatShortDate, formatDayName, isIsoDate } from "#app/platform/dates.ts";
import type { Route } from "./+types/booking-visit";
import type { ReactNode } from "react";
import { CheckboxGroup } from "#app/forms/choice-fields.tsx";
import type { FreeList } from "#app/features/visits/plan/who-is-free.server.ts";

type Props = { list: FreeList | null; field: Field<readonly string[]>; children: ReactNode };

/** The times to offer a referrer, with the controls that offer them: those that are ticked already, the start of the
 * list for each who fits, and the other starts of the first. */
function OfferedTimes({ list, field, children }: Props) {
  const ticked = listValue(field);
  const candidates = list?.candidates ?? [];
  const first = candidates.find(({ times }) => times.length > 0);
  const ofList = list
    ? [
        ...candidates.flatMap(({ id, fit }) =>
          fit.level === "fits" ? [[id, list.time.start] as const] : [],
        ),
        ...(first?.times ?? []).map((start) => [first!.id, start] as const),
      ].map(([assessorId, start]) => offerKey({ assessorId, day: list.time.day, start }))
    : [];
  const times = [...new Set([...ticked, ...ofList])].flatMap((key) => {
    const [assessorId, day, start] = key.split(" ");
    return start && isIsoDate(day!) ? [{ key, assessorId, day: day!, start }] : [];
  });
  if (times.length === 0)
    return <p className="hint">Once somebody who fits is free, their times are listed here.</p>;
  return (
    <>
      <CheckboxGroup
        field={field}
        label="Times to offer"
        hint="Show another day to add its times."
        options={times
          .toSorted((a, b) => (`${a.day} ${a.start}` < `${b.day} ${b.start}` ? -1 : 1))
          .map(({ key, assessorId, day, start }) => ({
            value: key,
            label: `${formatDayName(day)}, ${start}`,
            hint: candidates.find(({ id }) => id === assessorId)?.name,
          }))}
      />
      {children}
    </>
  );
}

export async function loader(args: Route.LoaderArgs) {
  const page = await openAgreePage(args);
  return data(page, { status: page.closed === null && !page.way.isCancelRequested ? 200 : 409 });
}

export const action = once((args: Route.ActionArgs) => answerAgreePage(args));

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

/** `answerBy` and `chooseBy` are read as a day and a time, and typed as one text. */
type AgreeFields = Omit<AgreeForm, "answerBy" | "chooseBy"> & { answerBy: string; chooseBy: string };

export default function AgreeVisitPage({ loaderData: page }: Route.ComponentProps) {
  const { id, reference, version, visit, isAdministrator, closed, way } = page;
  const reply = useActionData<VisitReply>();
  const form = useStepForm<AgreeFields>({ id: "visit-form", saved: { ...page.values, notify: "on" } });
  const path = `/admin/bookings/${id}`;
  const { list, picked, offered, handlers } = useFreeList(
    reply?.list === undefined ? page.list : reply.list,
    `${path}/visit/free`,
  );
  const isAgreed = visit?.isToCome === true;
  const field = fieldOf(form, "assessors");
  const assessors = { ...field, initialValue: picked ?? field.initialValue };
  const times = fieldOf(form, "times");
  const chosen = list?.candidates.filter(({ id }) => listValue(assessors).includes(id)) ?? [];
  const travel = [...new Set(chosen.map(({ withTravel }) => withTravel ?? ""))].join(", ");
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
      {closed ? <Alert tone="warning" text={closed} /> : null}
      {isAgreed || closed ? null : <OpenRequestAlerts bookingId={id} way={way} />}
      <NeedsBox needs={page.records.needs} earlier={page.records.earlier} />
      {(isAgreed || closed || way.isCancelRequested) && !reply ? (
        <Wishes wishes={page.wishes} deadlines={page.deadlines} />
      ) : (
        <StepForm form={form} autoComplete="off" enterIntent="show" {...handlers}>
          <VersionField form={form} version={version} />
          <Beside
            aside={
              <>
                {isAgreed || closed ? null : <RightToCancel way={way} />}
                <Card heading={<Times>{list?.when ?? "No day chosen yet"}</Times>} id={CHOSEN_PART} isTarget>
                  <Facts
                    rows={[
                      ["With", chosen.length > 0 ? chosen.map(({ name }) => name).join(", ") : "Nobody yet"],
                      travel !== "" && ["With travel", travel],
                      ["Mails", "The assessor at once; the referrer, with a reminder, unless unticked below"],
                    ]}
                  />
                  <DecisionFields form={form} way={way} />
                  {page.awaitsContact ? <CallFields form={form} /> : null}
                  <NotifyField
                    form={form}
                    unticked="Unticked, the referrer gets no reminder of the visit either."
                  />
                  <Button intent="agree">Agree the visit</Button>
                  <h3 className="mt-4">Or ask several first</h3>
                  <p className="hint">
                    Tick them. Each is asked by email, without anybody’s name; the first who accepts has the
                    visit.
                  </p>
                  <TextField field={fieldOf(form, "answerBy")} label="Answer by" type="datetime-local" />
                  <Button look="quiet" intent="ask">
                    Ask whether they can come
                  </Button>
                  <h3 className="mt-4">Or let the referrer choose</h3>
                  <p className="hint">
                    Two to six times by email. Each is held for its assessor until one is chosen.
                  </p>
                  <OfferedTimes list={list} field={{ ...times, initialValue: offered ?? times.initialValue }}>
                    <TextField
                      field={fieldOf(form, "chooseBy")}
                      label="Choose by"
                      type="datetime-local"
                      isOptional
                      hint="Empty: within 48 hours, and before the first time."
                    />
                    <Button look="quiet" intent="offer">
                      Offer these times
                    </Button>
                  </OfferedTimes>
                </Card>
              </>
            }
          >
            <Card heading="When, and who goes">
              <Wishes wishes={page.wishes} deadlines={page.deadlines} />
              {page.firstFree && !way.isCancelRequested ? (
                <FirstFreeTimes free={page.firstFree} day={list?.time.day} />
              ) : null}
              <PlanFields form={form} addresses={page.addresses} note={list?.placeNote} />
              <p className="field">
                <Button look="quiet" intent="show">
                  Show who is free
                </Button>
              </p>
              <AssessorList isMany label="Assessor" list={list} field={assessors} />
              <OverruleFields form={form} mayOverrule={isAdministrator} />
              <HeldFields form={form} />
            </Card>
          </Beside>
        </StepForm>
      )}
      <VisitsCard bookingId={id} visits={page.visits} isLocked={closed !== null} />
      <VisitRecordsCard records={page.records} />
    </Page>
  );
}

/** The first days with a free time as links that fill in the time, and somebody who is free then. */
function FirstFreeTimes({ free, day }: { free: FirstFree; day: string | undefined }) {
  const isNobodyFree = free.days.every(({ isFree }) => !isFree);
  return (
    <div className="field is-wide">
      <Chips
        label="First free times"
        chips={free.days.map((one) => ({ label: one.label, to: one.search, isCurrent: one.day === day }))}
      />
      {free.rightUntil ? (
        <p className="hint">
          After {formatShortDate(free.rightUntil)}, when the referrer’s right to cancel ends. Choose an
          earlier day below if they asked us to start.
        </p>
      ) : null}
      {isNobodyFree ? (
        <p>
          Nobody who fits is free from {formatShortDate(free.from)} to {formatShortDate(free.until)}. Choose a
          day below to see why.
        </p>
      ) : null}
    </div>
  );
}

/** The wishes that day and assessor have to suit, in one line, and whom to call. */
function Wishes({ wishes, deadlines }: Pick<Route.ComponentProps["loaderData"], "wishes" | "deadlines">) {
  const { preferred, weekends, isEarlierWanted, language, phone } = wishes;
  return (
    <div className="field is-wide">
      <p>
        <b>{wishes.client}</b>: {wishes.assessments}. {wishes.location}
        {language === null ? "" : `, speaks ${language}`}. Wished for: {preferred}, {weekends}
        {isEarlierWanted ? ", earlier if one comes free" : ""}. Referrer: {wishes.referrer}
        {phone === null ? "" : `, ${phone}`}.
      </p>
      <DeadlineBadges notes={deadlines} />
    </div>
  );
}
