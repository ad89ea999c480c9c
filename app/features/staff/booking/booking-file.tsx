import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDate, formatInstant, formatInstantDay } from "#app/platform/dates.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { NextStep } from "#app/ui/desk.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { BookingPrices } from "#app/features/after-booking/pages/booking-facts.tsx";
import {
  clientName,
  locationWords,
  longDateOr,
  referrerName,
} from "#app/features/booking/record/booking-summary.ts";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { billingRows } from "#app/features/booking/money/billing.ts";
import { CHANNEL_WORDS } from "#app/features/booking/fields/reference-lists.ts";
import { AnswerList } from "#app/features/before-booking/finder/answer-list.tsx";
import type { ConsumerRights } from "#app/features/booking/fields/consumer.ts";
import { CONSENTS } from "#app/features/booking/fields/consents.ts";
import type { BookingFile } from "./read-booking-file.server.ts";
import { isStageShown, STAGE_COLOURS, STAGE_LABELS } from "#app/features/stage/stage.ts";
import { DeadlineBadges } from "#app/features/referral/deadline-badges.tsx";
import { StatusBadge } from "#app/features/booking/record/status-badge.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";

/** The next action: a button where it is the office's, and a link where somebody else is waited for; how long the
 * booking has waited, and what to know before one acts. */
export function BookingNext({ file }: FileProps) {
  const { promise, stage, next, waited } = file;
  const path = file.isRestricted ? null : next.path;
  const isButton = path !== null && next.who === "staff";
  const words = path === null ? next.label : <Link to={path}>{next.label}</Link>;
  return (
    <NextStep
      icon="clock"
      heading={isButton ? "Next" : <>Next: {words}</>}
      action={isButton ? <NextButton file={file} path={path} /> : null}
    >
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <StatusBadge status={file.status} />
        {isStageShown(stage) && file.visits.isUsed ? (
          <Badge colour={STAGE_COLOURS[stage]}>{STAGE_LABELS[stage]}</Badge>
        ) : null}
        {promise ? <Badge colour={promise.isOverdue ? "red" : "yellow"}>{promise.text}</Badge> : null}
        {waited && !promise && next.who !== "nobody" ? <span>Waiting for {waited}</span> : null}
        {file.closedDay ? <span>{file.closedDay}</span> : null}
        <EarlyDate file={file} />
        <DeadlineBadges notes={file.deadlines} />
        {file.booking.preferEarlierDate ? <Badge colour="red">Urgent</Badge> : null}
      </p>
      <RightToCancel file={file} />
    </NextStep>
  );
}

function NextButton({ file: { next, version }, path }: FileProps & { path: string }) {
  if (next.code !== "complete" && next.code !== "confirm-date")
    return <ButtonLink to={path}>{next.label}</ButtonLink>;
  return (
    <PostForm className="no-print">
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="notify" value="on" />
      <Button name="status" value={next.code === "complete" ? "completed" : "confirmed"}>
        {next.label}
      </Button>
    </PostForm>
  );
}

/** Warns of a day on which a consumer may still cancel and has not asked for a start. */
function EarlyDate({ file: { rights, day } }: FileProps) {
  if (!rights || rights.isOver || rights.isStartRequested || !day || day.day > rights.lastDay) return null;
  return <Badge colour="yellow">No early start asked for</Badge>;
}

const PAYMENT_WORDS = { pay_now: "Pay now", pay_later: "Pay later" };

type FileProps = { file: BookingFile };

/** Prices of the booking. */
export function PriceFacts({ file }: FileProps) {
  return (
    <Fold heading="Assessments and price">
      <BookingPrices booking={file.booking} vatSentence={file.vatSentence} isForStaff />
    </Fold>
  );
}

export function BookingFacts({ file }: FileProps) {
  const { finder, consents, consentAt } = file;
  return (
    <>
      <div className="document-pair">
        <AssessmentFacts file={file} />
        {file.isErased ? null : (
          <div className="stack">
            <ReferrerFacts file={file} />
            <ClientFacts file={file} />
          </div>
        )}
      </div>
      {finder ? (
        <Fold heading="Answers in “Which assessment do I need?”">
          <AnswerList answers={finder} />
        </Fold>
      ) : null}
      <Fold heading={`Consents, given ${formatInstantDay(consentAt)}`}>
        <Facts
          rows={CONSENTS.map(({ name, wording }) => [wording, consents[name] ? "Agreed" : "Not agreed"])}
        />
      </Fold>
    </>
  );
}

function AssessmentFacts({ file: { booking, facts } }: FileProps) {
  return (
    <Fold heading="Assessment">
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
    </Fold>
  );
}

function ReferrerFacts({ file }: FileProps) {
  const { booking, facts, rights } = file;
  return (
    <Fold heading="Referrer">
      <Facts
        rows={[
          ["Name", referrerName(booking)],
          ["Email", <EmailLink email={booking.referrerEmail} />],
          ["Phone", <ReferrerPhone booking={booking} />],
          ["Relationship", booking.referrerCustomRole ?? booking.referrerRelationship],
          booking.referrerProfessionalCapacity !== null && ["Capacity", booking.referrerProfessionalCapacity],
          ...facts.referrer,
          rights?.isOver && ["Right to cancel", rightsInWords(rights, file)],
        ]}
      />
    </Fold>
  );
}

/** The right of a private person to cancel, while it lasts. */
function RightToCancel({ file }: FileProps) {
  const { rights, status } = file;
  if (!rights || rights.isOver || status === "cancelled") return null;
  return (
    <p>
      <strong>Right to cancel.</strong> {rightsInWords(rights, file)}
    </p>
  );
}

function rightsInWords(
  { lastDay, isOver, isStartRequested }: ConsumerRights,
  { startRecorded: recorded, visits: { upcoming } }: BookingFile,
): string {
  const by = recorded ? ` (${formatInstant(recorded.at)}, ${recorded.who})` : " when they booked";
  const start = isStartRequested
    ? `They asked for a start before then${by}.`
    : `They ${isOver ? "did not ask" : "have not asked"} for a start before then${startAdvice(isOver, lastDay, upcoming)}`;
  return `Private person: free of charge until ${formatDate(lastDay)}. ${start}`;
}

/** Advice about a start that nobody asked for, as things are. */
function startAdvice(isOver: boolean, lastDay: string, visit: BookingFile["visits"]["upcoming"]): string {
  if (isOver) return ".";
  if (visit && visit.day > lastDay) return `. The visit on ${formatDate(visit.day)} is after that day.`;
  const ask = "record with it that they asked, or let them ask on their booking's page.";
  return `: ${visit ? "move the visit to" : "agree the visit for"} a later day, ${ask}`;
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
    <Fold heading="Client">
      <Facts
        rows={[
          ["Name", clientName(booking)],
          ...details.filter(([, value]) => value),
          ...facts.client,
          missing.length > 0 && ["Not provided", missing.join(", ")],
        ]}
      />
    </Fold>
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
