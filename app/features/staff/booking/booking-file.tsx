import { paymentWords } from "#app/features/booking/fields/reference-lists.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDate, formatInstant, formatInstantDay } from "#app/platform/dates.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { NextStep } from "#app/ui/desk.tsx";
import { Card } from "#app/ui/card.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Facts, type FactRow } from "#app/ui/lists.tsx";
import { BookingPrices } from "#app/features/after-booking/pages/booking-facts.tsx";
import {
  locationWords,
  longDateOr,
  totalWords,
  referrerName,
} from "#app/features/booking/record/booking-summary.ts";
import { PhoneLink } from "#app/ui/phone-link.tsx";
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
      heading={
        <>
          <span className="note">Next</span> <span>{isButton ? next.label : words}</span>
        </>
      }
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

type FileProps = { file: BookingFile };

/** Person and referrer, what was wished for, and what it costs, each with the link to correct it; `children` last. */
export function BookingFacts({ file, children }: FileProps & { children?: ReactNode }) {
  const { booking, isErased, vatSentence } = file;
  return (
    <div className="card-pair">
      <div>
        {isErased ? null : (
          <FactsCard file={file} heading="Client" edit="Edit client details" rows={clientRows(file)} />
        )}
        <FactsCard file={file} heading="Assessment" edit="Edit booking" rows={assessmentRows(file)} />
      </div>
      <div>
        {isErased ? null : <FactsCard file={file} heading="Referrer" rows={referrerRows(file)} />}
        <Card heading="Assessments and price">
          <details className="more" open>
            <summary>
              Total {totalWords(booking)}, {paymentWords(booking).toLowerCase()}
            </summary>
            <BookingPrices booking={booking} vatSentence={vatSentence} isForStaff />
          </details>
          <EditLink file={file} name="Edit assessments and payment" />
        </Card>
        {children}
      </div>
    </div>
  );
}

const EDIT_PAGES = {
  "Edit booking": "",
  "Edit client details": "/client",
  "Edit assessments and payment": "/assessments",
  "Edit billing details": "/billing",
};

/** The link to a page that corrects the booking; none where nothing may be added to it. */
export function EditLink({ file, name }: FileProps & { name: keyof typeof EDIT_PAGES }) {
  if (file.isErased || file.isRestricted) return null;
  return (
    <Link className="no-print" to={`/admin/bookings/${file.booking.id}/edit${EDIT_PAGES[name]}`}>
      {name}
    </Link>
  );
}

type FactsCardProps = FileProps & { heading: string; edit?: keyof typeof EDIT_PAGES; rows: FactRow[] };

const FactsCard = ({ file, heading, edit, rows }: FactsCardProps) => (
  <Card heading={heading} action={edit && <EditLink file={file} name={edit} />}>
    <Facts rows={rows} />
  </Card>
);

/** When and how the booking came, the answers of the finder, and the consents, as they were given with it. */
export function GivenWithBooking({ file: { booking, finder, consents, consentAt } }: FileProps) {
  return (
    <>
      <Card heading="The booking">
        <Facts
          rows={[
            ["Booked", formatInstant(booking.createdAt)],
            booking.channel !== undefined && ["How it came", CHANNEL_WORDS[booking.channel]],
          ]}
        />
      </Card>
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

const assessmentRows = ({ booking, facts }: BookingFile): FactRow[] => [
  ["Type", booking.isVirtual ? "Virtual Assessment" : "Face-to-Face Assessment"],
  booking.isVirtual ? null : ["Location", locationWords(booking)],
  ["Preferred date", longDateOr(booking.preferredDate, "Not specified")],
  ["Weekends", booking.allowWeekends ? "Possible" : "Weekdays only"],
  booking.preferEarlierDate && ["Earlier date", "Yes, if one becomes free"],
  ...facts.assessment,
];

const referrerRows = (file: BookingFile): FactRow[] => [
  ["Name", referrerName(file.booking)],
  ["Email", <EmailLink email={file.booking.referrerEmail} />],
  file.booking.referrerProfessionalCapacity !== null && [
    "Capacity",
    file.booking.referrerProfessionalCapacity,
  ],
  ...file.facts.referrer,
  file.rights?.isOver && ["Right to cancel", rightsInWords(file.rights, file)],
];

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

function clientRows({ booking, facts }: BookingFile): FactRow[] {
  const { clientAddressLine1, clientAddressLine2, clientTownCity, clientPostcode, clientPhone } = booking;
  const address = [clientAddressLine1, clientAddressLine2, clientTownCity, clientPostcode];
  const phone = clientPhone && (
    <PhoneLink number={booking.clientPhoneAsTyped ?? clientPhone} countryCode={booking.clientCountryCode} />
  );
  const details: [string, ReactNode][] = [
    ["Date of birth", booking.clientDob && formatDate(booking.clientDob)],
    ["Gender", booking.clientGenderOther ?? booking.clientGender],
    ["Phone", phone],
    ["Address", address.filter(Boolean).join(", ")],
  ];
  const missing = details.filter(([, value]) => !value).map(([name]) => name.toLowerCase());
  return [
    ...details.filter(([, value]) => value),
    ...facts.client,
    missing.length > 0 && ["Not provided", missing.join(", ")],
  ];
}
