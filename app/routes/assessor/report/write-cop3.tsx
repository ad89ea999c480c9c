import { draftPartB, PART_B_EDITION } from "#app/features/report-writing/cop3-part-b.ts";
import { PartBAnswers } from "#app/features/report-writing/cop3-answers.tsx";
import { requireDraftToRead } from "#app/features/report-writing/guards.server.ts";
import { writePath } from "#app/features/report-writing/write-path.ts";
import { formatDate, isIsoDate } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/write-cop3";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { opened } = await requireDraftToRead({ request, params, context });
  const { booked, reference } = opened.draft;
  const born = booked.dateOfBirth;
  return {
    ...{ visitId: params.visitId, reference, items: draftPartB(opened.draft) },
    author: String(opened.draft.parts.instruction?.["authorName"] ?? ""),
    person: { name: booked.personName, dateOfBirth: isIsoDate(born) ? formatDate(born) : born },
  };
}

const TITLE = "Answers for form COP3, Part B";

export default function WriteCop3({ loaderData }: Route.ComponentProps) {
  const { visitId, reference, items, author, person } = loaderData;
  return (
    <article className="file">
      <PageTitle title={`${TITLE}, ${reference}`} />
      <p className="running-head" aria-hidden="true">
        {TITLE}. Not the court’s form. Booking {reference}.
      </p>
      <div className="actions no-print">
        <PrintButton>Print</PrintButton>
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
      <PartBAnswers items={items} author={author} person={person} />
    </article>
  );
}
