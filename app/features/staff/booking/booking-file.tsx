import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDate, formatInstant, formatInstantDay } from "#app/platform/dates.ts";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { BookingPrices } from "#app/features/after-booking/pages/booking-facts.tsx";
import {
  clientName,
  locationWords,
  longDateOr,
  referrerName,
  totalWords,
} from "#app/features/booking/record/booking-summary.ts";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { billingRows } from "#app/features/booking/money/billing.ts";
import { CHANNEL_WORDS } from "#app/features/booking/fields/reference-lists.ts";
import { ERASED } from "#app/features/data-protection/restriction.ts";
import { AnswerList } from "#app/features/before-booking/finder/answer-list.tsx";
import type { ConsumerRights } from "#app/features/booking/fields/consumer.ts";
import { CONSENTS } from "#app/features/booking/fields/consents.ts";
import type { BookingFile } from "./read-booking-file.server.ts";
import { isStageShown, STAGE_COLOURS, STAGE_LABELS, type Stage } from "#app/features/stage/stage.ts";
import { DeadlineBadges } from "#app/features/referral/deadline-badges.tsx";
import { StatusBadge } from "#app/features/booking/record/status-badge.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { MODES } from "#app/features/assessors/profile.ts";
import { EmailLink } from "#app/ui/email-link.tsx";
import { Times } from "#app/ui/times.tsx";

/** Stages in which a visit may be agreed next. */
const WAITS_FOR_VISIT: readonly Stage[] = ["to-contact", "to-agree", "asked", "unanswered"];

export function BookingLead({ file }: { file: BookingFile }) {
  const { booking, promise, stage, next } = file;
  const { latest, isUsed } = file.visits;
  return (
    <section className="card booking-lead" aria-label="At a glance">
      <dl>
        {file.isErased ? (
          <Glance name="Who" answer="Erased">
            <dd>{ERASED}</dd>
          </Glance>
        ) : (
          <Glance name="Who" answer={clientName(booking)}>
            <ReferrerAtAGlance booking={booking} />
          </Glance>
        )}
        <Glance name="What" answer={booking.selectedAssessments.join(", ")}>
          <dd>{totalWords(booking)}</dd>
        </Glance>
        <Glance name="When" answer={whenInWords(file.day)}>
          {latest ? <dd>with {latest.assessor}</dd> : null}
          {file.closedDay ? <dd>{file.closedDay}</dd> : null}
          <dd>{placeWords(file)}</dd>
          <EarlyDate file={file} />
          {file.deadlines.length > 0 ? (
            <dd className="flex flex-wrap gap-2">
              <DeadlineBadges notes={file.deadlines} />
            </dd>
          ) : null}
          {booking.preferEarlierDate ? (
            <dd>
              <Badge colour="red">Urgent</Badge>
            </dd>
          ) : null}
        </Glance>
        <Glance name="Next" answer={next.label} to={file.isRestricted ? null : next.path}>
          <dd className="flex flex-wrap items-center gap-2">
            <StatusBadge status={file.status} />
            {isUsed && isStageShown(stage) ? (
              <Badge colour={STAGE_COLOURS[stage]}>{STAGE_LABELS[stage]}</Badge>
            ) : null}
            {promise ? <Badge colour={promise.isOverdue ? "red" : "yellow"}>{promise.text}</Badge> : null}
          </dd>
          {file.isRestricted ? null : (
            <dd className="no-print flex flex-wrap gap-x-5 lg:hidden">
              {isUsed && !file.isErased && WAITS_FOR_VISIT.includes(stage) ? (
                <Link to={`/admin/bookings/${booking.id}/visit`}>Agree the visit</Link>
              ) : null}
              <a href="#status-form">Change status</a>
              {promise && !file.isErased ? <a href="#contact-form">Log contact</a> : null}
            </dd>
          )}
        </Glance>
      </dl>
    </section>
  );
}

/** The place of the visit; without one, that of the booking. */
function placeWords({ booking, visits: { latest } }: BookingFile): string {
  if (!latest) return locationWords(booking);
  return latest.mode === "virtual" ? MODES.virtual : latest.place || locationWords(booking);
}

function whenInWords(day: BookingFile["day"]): string {
  if (day === null) return "No date yet";
  return day.as === "wish" ? `Wished for ${day.when}` : day.when;
}

/** Warns of a day on which a consumer may still cancel and has not asked for a start. */
function EarlyDate({ file: { rights, day } }: FileProps) {
  if (!rights || rights.isOver || rights.isStartRequested || !day || day.day > rights.lastDay) return null;
  return (
    <dd>
      <Badge colour="yellow">No early start asked for</Badge>
    </dd>
  );
}

function ReferrerAtAGlance({ booking }: { booking: BookingFile["booking"] }) {
  const { referrerOrganization, referrerCustomRole, referrerRelationship } = booking;
  return (
    <>
      <dd>
        booked by {referrerName(booking)}, {referrerCustomRole ?? referrerRelationship}
        {referrerOrganization ? ` at ${referrerOrganization}` : null}
      </dd>
      <dd>
        <ReferrerPhone booking={booking} />
      </dd>
    </>
  );
}

type GlanceProps = { name: string; answer: string; to?: string | null; children: ReactNode };

function Glance({ name, answer, to, children }: GlanceProps) {
  const words = <Times>{answer}</Times>;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{to ? <Link to={to}>{words}</Link> : words}</strong>
      </dd>
      {children}
    </div>
  );
}

const PAYMENT_WORDS = { pay_now: "Pay now", pay_later: "Pay later" };

type FileProps = { file: BookingFile };

export function BookingFacts({ file }: FileProps) {
  const { booking, finder, consents, consentAt } = file;
  return (
    <>
      <div className="document-pair">
        <AssessmentFacts file={file} />
        <Card heading="Assessments and price">
          <BookingPrices booking={booking} vatSentence={file.vatSentence} isForStaff />
        </Card>
      </div>
      {finder ? (
        <Card heading="Answers in “Which assessment do I need?”">
          <AnswerList answers={finder} />
        </Card>
      ) : null}
      {file.isErased ? null : (
        <div className="document-pair">
          <ReferrerFacts file={file} />
          <ClientFacts file={file} />
        </div>
      )}
      <Card heading={`Consents, given ${formatInstantDay(consentAt)}`}>
        <Facts
          rows={CONSENTS.map(({ name, wording }) => [wording, consents[name] ? "Agreed" : "Not agreed"])}
        />
      </Card>
    </>
  );
}

function AssessmentFacts({ file: { booking, facts } }: FileProps) {
  return (
    <Card heading="Assessment">
      <Facts
        rows={[
          ["Type", booking.isVirtual ? "Virtual Assessment" : "Face-to-Face Assessment"],
          ["Location", locationWords(booking)],
          ["Preferred date", longDateOr(booking.preferredDate, "Not specified")],
          ["Weekends", booking.allowWeekends ? "Possible" : "Weekdays only"],
          ["Earlier date", booking.preferEarlierDate ? "Yes, if one becomes free" : "Not asked for"],
          ...facts.assessment,
          ["Payment", PAYMENT_WORDS[booking.paymentMethod]],
          ["Booked", formatInstant(booking.createdAt)],
          ...billingRows(booking),
          booking.channel !== undefined && ["How it came", CHANNEL_WORDS[booking.channel]],
        ]}
      />
    </Card>
  );
}

function ReferrerFacts({ file: { booking, facts, rights, startRecorded } }: FileProps) {
  return (
    <Card heading="Referrer">
      <Facts
        rows={[
          ["Name", referrerName(booking)],
          ["Email", <EmailLink email={booking.referrerEmail} />],
          ["Phone", <ReferrerPhone booking={booking} />],
          ["Relationship", booking.referrerCustomRole ?? booking.referrerRelationship],
          booking.referrerProfessionalCapacity !== null && ["Capacity", booking.referrerProfessionalCapacity],
          ...facts.referrer,
          rights !== null && ["Right to cancel", rightsInWords(rights, startRecorded)],
        ]}
      />
    </Card>
  );
}

function rightsInWords(
  { lastDay, isStartRequested }: ConsumerRights,
  recorded: BookingFile["startRecorded"],
): string {
  const by = recorded ? ` (${formatInstant(recorded.at)}, ${recorded.who})` : " when they booked";
  const start = isStartRequested
    ? `They asked for a start before then${by}.`
    : "They have not asked for a start before then: agree the visit for a later day, record with it that they asked, or let them ask on their booking's page.";
  return `Private person: free of charge until ${formatDate(lastDay)}. ${start}`;
}

function ClientFacts({ file: { booking, facts } }: FileProps) {
  const address = [
    booking.clientAddressLine1,
    booking.clientAddressLine2,
    booking.clientTownCity,
    booking.clientPostcode,
  ].filter(Boolean);
  const details: [string, ReactNode][] = [
    ["Date of birth", booking.clientDob && formatDate(booking.clientDob)],
    ["Gender", booking.clientGenderOther ?? booking.clientGender],
    [
      "Phone",
      booking.clientPhone && (
        <PhoneLink
          number={booking.clientPhoneAsTyped ?? booking.clientPhone}
          countryCode={booking.clientCountryCode}
        />
      ),
    ],
    ["Address", address.join(", ")],
  ];
  const missing = details.filter(([, value]) => !value).map(([name]) => name.toLowerCase());
  return (
    <Card heading="Client">
      <Facts
        rows={[
          ["Name", clientName(booking)],
          ...details.filter(([, value]) => value),
          ...facts.client,
          missing.length > 0 && ["Not provided", missing.join(", ")],
        ]}
      />
    </Card>
  );
}

function ReferrerPhone({ booking }: { booking: BookingFile["booking"] }) {
  return (
    <PhoneLink
      number={booking.referrerPhoneAsTyped ?? booking.referrerPhone}
      countryCode={booking.referrerCountryCode}
    />
  );
}
