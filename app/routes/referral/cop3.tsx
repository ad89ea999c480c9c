import { Fragment } from "react";
import { data, Link } from "react-router";
import { referrerPhone } from "#app/features/booking/record/booking-summary.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { COP3_EDITION } from "#app/features/referral/cop3/cop3-edition.ts";
import { draftPartA, type PartAItem, type PartA } from "#app/features/referral/cop3/draft-part-a.ts";
import { requireReferral } from "#app/features/referral/guards.server.ts";
import { FIRST_STEP, REFERRAL_HANDLE, stepPath } from "#app/features/referral/journey.ts";
import { SECTIONS } from "#app/features/referral/sections/sections.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/cop3";
import { CopyButton } from "#app/ui/copy-button.tsx";

function ItemTexts({ item }: { item: PartAItem }) {
  const { title, texts, copy, needsContinuation, missing, isSuggested } = item;
  if (texts.length === 0) return <p className="mt-2">Not answered yet.</p>;
  return (
    <>
      {isSuggested ? (
        <p className="note mt-2">
          Suggested from the booked assessments. Check the words, or write your own.
        </p>
      ) : null}
      {needsContinuation ? (
        <p className="mt-2">This answer is longer than the form’s box: see the continuation sheet below.</p>
      ) : (
        <Texts texts={texts} />
      )}
      {missing.length > 0 ? <p className="mt-2">Not answered yet: {missing.join("; ")}.</p> : null}
      <p className="mt-2">
        <CopyButton text={copy} name={`the answer to ${title}`} />
      </p>
    </>
  );
}

function Texts({ texts }: Pick<PartAItem, "texts">) {
  return texts.map(({ label, text }) => (
    <div key={`${label} ${text}`} className="mt-2">
      {label ? <h3>{label}</h3> : null}
      <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
        {text}
      </p>
    </div>
  ));
}

function ContinuationSheet({ item, names }: { item: PartAItem; names: PartA["identifiers"] }) {
  const rows = [
    ["Applicant", names.applicant || "Not answered yet"],
    ["Person to whom the application relates", names.person || "Not answered yet"],
    ["Date of birth", names.dateOfBirth || "Not answered yet"],
    ["Question", `${item.number ?? ""} ${item.title}`],
  ];
  return (
    <section aria-labelledby={`${item.key}-sheet`} className="mt-8 print:break-before-page">
      <h2 id={`${item.key}-sheet`}>Continuation sheet: {item.number ?? "form COP1"}</h2>
      <dl className="facts mt-2">
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <Texts texts={item.texts} />
    </section>
  );
}

export async function loader(args: Route.LoaderArgs) {
  const { deps, booking: row, referral, headers } = await requireReferral(args, "referral.printed");
  const booking = await readBooking(deps, row);
  const read = (section: Parameters<typeof referral.section>[0]) => referral.section(section).answers;
  const draft = draftPartA(
    {
      referrerName: `${booking.referrerFirstName} ${booking.referrerLastName}`.trim(),
      referrerRelationship: booking.referrerRelationship,
      referrerPhone: referrerPhone(booking) ?? "",
      referrerEmail: booking.referrerEmail,
      otherDetails: booking.otherAssessmentDetails,
      assessments: booking.calculatedPricing.assessmentPrices,
    },
    read,
  );
  const reportFor = read("courtApplication")["reportFor"] ?? "";
  const page = {
    booking: referral.booking,
    draft,
    savedAt: referral.savedAt && formatInstant(referral.savedAt),
    isNeeded: ["", "court-of-protection", "not-sure"].includes(String(reportFor)),
  };
  return data(page, { headers });
}

export const handle = REFERRAL_HANDLE;

const TITLE = "Draft answers for form COP3, Part A";

export default function Cop3({ loaderData }: Route.ComponentProps) {
  const { booking, draft, savedAt, isNeeded } = loaderData;
  const missing = draft.items.filter((item) => item.missing.length > 0);
  const continued = draft.items.filter((item) => item.needsContinuation);
  return (
    <article className="file">
      <PageTitle title={`${TITLE}, ${booking.reference}`} />
      <p className="running-head" aria-hidden="true">
        {TITLE}. Not the court’s form. Booking {booking.reference}.
      </p>
      <div className="actions no-print">
        <PrintButton>Print</PrintButton>
        <ButtonLink look="quiet" to={stepPath(booking.id, FIRST_STEP)}>
          Back to the referral forms
        </ButtonLink>
      </div>
      <h1 className="mt-6">{TITLE}</h1>
      <p>
        Booking <span className="inline-block">{booking.reference}</span>.{" "}
        {savedAt ? `Answers as saved on ${savedAt}.` : "Nothing is saved in the referral forms yet."}
      </p>
      <Alert tone="info" className="mt-4">
        <p>
          <strong>
            Draft for form COP3 (edition {COP3_EDITION.edition}). Not the court’s form: copy these answers
            into the form from GOV.UK and sign that one.
          </strong>{" "}
          These answers must match your form COP1. If your copy of the form has other numbers, go by the
          headings.
        </p>
        {isNeeded ? null : (
          <p className="mt-2">
            You said that the report is not for the Court of Protection, so this form is not needed for this
            booking.
          </p>
        )}
      </Alert>
      {missing.length > 0 ? <Missing bookingId={booking.id} items={missing} /> : null}
      {draft.items.map((item) => (
        <section key={item.key} aria-labelledby={item.key} className="mt-8">
          <h2 id={item.key} className="border-b border-ink pb-1">
            {item.number ? `${item.number} ` : "For form COP1: "}
            {item.title}
          </h2>
          <ItemTexts item={item} />
        </section>
      ))}
      {continued.map((item) => (
        <ContinuationSheet key={item.key} item={item} names={draft.identifiers} />
      ))}
    </article>
  );
}

function Missing({ bookingId, items }: { bookingId: string; items: PartAItem[] }) {
  return (
    <section aria-labelledby="missing" className="mt-8 no-print">
      <h2 id="missing">Still missing</h2>
      <ul className="list-disc pl-5">
        {items.map(({ key, title, texts, missing, help, section }) => (
          <li key={key}>
            <Link to={stepPath(bookingId, SECTIONS[section].slug)}>{title}</Link>:{" "}
            {texts.length === 0 ? help : `${missing.join("; ")}.`}
          </li>
        ))}
      </ul>
    </section>
  );
}
