import type { ReactNode } from "react";
import { PageTitle } from "#app/ui/page-title.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { printedSections } from "./printed-sections.ts";

type PrintedReferralProps = {
  reference: string;
  /** Instants in words; null before the first Submit. */
  submittedAt: string | null;
  revision: number;
  isChangedSince: boolean;
  printedAt: string;
  /** The booking's words about Other. */
  otherDetails: string | null;
  sections: ReturnType<typeof printedSections>;
  /** A link beside the print button. */
  back: ReactNode;
  /** Shown before the answers. */
  children?: ReactNode;
};

/** All answers of a referral, to be printed. */
export function PrintedReferral({ back, children, ...referral }: PrintedReferralProps) {
  const { reference, otherDetails, sections, printedAt, submittedAt, revision, isChangedSince } = referral;
  const changed = isChangedSince ? ", changed since then" : "";
  return (
    <article className="file">
      <PageTitle title={`Referral ${reference}`} />
      <p className="running-head" aria-hidden="true">
        Referral {reference}. Confidential.
      </p>
      <div className="actions no-print">
        <PrintButton>Print</PrintButton>
        {back}
      </div>
      <h1 className="mt-6">
        Referral <span className="inline-block">{reference}</span>
      </h1>
      <p>
        {submittedAt ? `Submitted on ${submittedAt} (revision ${revision}${changed}).` : "Not submitted yet."}{" "}
        Printed on {printedAt}. Confidential: health information about a named person.
      </p>
      {children}
      {otherDetails ? (
        <dl className="facts mt-6">
          <dt>What is needed under Other</dt>
          <dd className="whitespace-pre-wrap" dir="auto">
            {otherDetails}
          </dd>
        </dl>
      ) : null}
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
