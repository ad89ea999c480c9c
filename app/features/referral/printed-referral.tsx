import { PrintButton } from "#app/ui/print-button.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { FIRST_STEP, stepPath } from "./journey.ts";
import type { PrintedSection } from "./printed-sections.ts";

type PrintedReferralProps = {
  booking: { id: string; reference: string };
  submittedAt: string | null;
  revision: number;
  isChangedSince: boolean;
  printedAt: string;
  sections: PrintedSection[];
};

export function PrintedReferral(props: PrintedReferralProps) {
  const { booking, sections, printedAt } = props;
  return (
    <article className="file">
      <p className="running-head" aria-hidden="true">
        Referral {booking.reference}. Confidential.
      </p>
      <div className="actions no-print">
        <PrintButton>Print</PrintButton>
        <ButtonLink look="quiet" to={stepPath(booking.id, FIRST_STEP)}>
          Back to the referral forms
        </ButtonLink>
      </div>
      <h1 className="mt-6">
        Referral <span className="whitespace-nowrap">{booking.reference}</span>
      </h1>
      <p>
        {submissionText(props)} Printed on {printedAt}. Confidential: health information about a named person.
      </p>
      {sections.map((section) => (
        <section key={section.title} aria-label={section.title}>
          <h2 className="mt-8 border-b border-ink pb-1">{section.title}</h2>
          {section.groups.map((group) => (
            <div key={group.title} className="mt-4">
              <h3>{group.title}</h3>
              <dl className="facts mt-2">
                {group.answers.map(({ question, answer }) => (
                  <div key={question} className="contents">
                    <dt>{question}</dt>
                    <dd className="whitespace-pre-wrap" dir="auto">
                      {answer || <em>not answered</em>}
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </section>
      ))}
    </article>
  );
}

function submissionText({ submittedAt, revision, isChangedSince }: PrintedReferralProps): string {
  if (!submittedAt) return "Not submitted yet.";
  const changed = isChangedSince ? ", changed since then" : "";
  return `Submitted on ${submittedAt} (revision ${revision}${changed}).`;
}
