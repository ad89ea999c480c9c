import { draftPartB, PART_B_EDITION, type PartBItem } from "#app/features/report-writing/cop3-part-b.ts";
import { requireDraftToRead } from "#app/features/report-writing/guards.server.ts";
import { writePath } from "#app/features/report-writing/write-path.ts";
import { formatDate, isIsoDate } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/write-cop3";
import { CopyButton } from "#app/ui/copy-button.tsx";

const headingOf = ({ number, title }: PartBItem) => [number, title].filter(Boolean).join(": ");

const Answer = ({ text }: { text: string }) =>
  text.split("\n\n").map((paragraph, index) => (
    <p key={index} className="mt-2 wrap-anywhere whitespace-pre-wrap" dir="auto">
      {paragraph}
    </p>
  ));

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { opened } = await requireDraftToRead({ request, params, context });
  const { booked, reference } = opened.draft;
  const born = booked.dateOfBirth;
  return {
    visitId: params.visitId,
    reference,
    items: draftPartB(opened.draft),
    isOpen: opened.kind === "open",
    author: String(opened.draft.parts.instruction?.["authorName"] ?? ""),
    person: { name: booked.personName, dateOfBirth: isIsoDate(born) ? formatDate(born) : born },
  };
}

const TITLE = "Answers for form COP3, Part B";

/** The answers under the form's headings, each to copy; long ones have a continuation sheet of their own. */
export default function WriteCop3({ loaderData }: Route.ComponentProps) {
  const { visitId, reference, items, isOpen, author, person } = loaderData;
  return (
    <article className="file">
      <PageTitle title={`${TITLE}, ${reference}`} />
      <p className="running-head" aria-hidden="true">
        {TITLE}. Not the court’s form. Booking {reference}.
      </p>
      <div className="actions no-print">
        {isOpen ? <ButtonLink to={writePath(visitId, "check")}>Continue with the check</ButtonLink> : null}
        <PrintButton look="quiet">Print</PrintButton>
        <ButtonLink look="quiet" to={writePath(visitId)}>
          Back to the report
        </ButtonLink>
      </div>
      <h1 className="mt-6">{TITLE}</h1>
      <Alert tone="info" className="mt-4">
        <p>
          <strong>
            For form COP3 (edition {PART_B_EDITION.edition}). Not the court’s form: copy these answers into
            the form from GOV.UK and sign that one.
          </strong>{" "}
          The decisions have the numbers of Part A. If your copy of the form has other numbers, go by the
          headings.
        </p>
      </Alert>
      {items.map((item) => (
        <section key={item.id} aria-labelledby={item.id} className="mt-8">
          <h2 id={item.id} className="border-b border-ink pb-1">
            {headingOf(item)}
          </h2>
          {item.text === "" ? (
            <p className="mt-2">Not written yet.</p>
          ) : item.needsContinuation ? (
            <p className="mt-2">
              This answer is longer than the form’s box: see the continuation sheet below.
            </p>
          ) : (
            <Answer text={item.text} />
          )}
          {item.text === "" ? null : (
            <p className="mt-2">
              <CopyButton text={item.text} name={`the answer to ${headingOf(item)}`} />
            </p>
          )}
        </section>
      ))}
      {items
        .filter(({ needsContinuation }) => needsContinuation)
        .map((item) => (
          <section
            key={item.id}
            aria-labelledby={`${item.id}-sheet`}
            className="mt-8 print:break-before-page"
          >
            <h2 id={`${item.id}-sheet`}>Continuation sheet: {headingOf(item)}</h2>
            <dl className="facts mt-2">
              <dt>Practitioner</dt>
              <dd>{author || "Not written yet"}</dd>
              <dt>Person to whom the application relates</dt>
              <dd>{person.name || "Not known"}</dd>
              <dt>Date of birth</dt>
              <dd>{person.dateOfBirth || "Not known"}</dd>
            </dl>
            <Answer text={item.text} />
          </section>
        ))}
    </article>
  );
}
