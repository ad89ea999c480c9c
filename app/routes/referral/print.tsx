import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { recordReferralView, requireReferral } from "#app/features/referral/guards.server.ts";
import { FIRST_STEP, REFERRAL_HANDLE, stepPath } from "#app/features/referral/journey.ts";
import { printedSections } from "#app/features/referral/printed-sections.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/print";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const granted = await requireReferral(scope, request, params.bookingId);
  await recordReferralView(scope, granted, "referral.printed");
  const { booking, submittedAt, revision, isChangedSince } = granted.referral;
  const page = {
    booking,
    submittedAt: submittedAt && formatInstant(submittedAt),
    revision,
    isChangedSince,
    printedAt: formatInstant(scope.deps.clock.now().toISOString()),
    sections: printedSections(granted.referral),
  };
  return data(page, { headers: granted.headers });
}

export const handle = REFERRAL_HANDLE;

export default function Print({ loaderData }: Route.ComponentProps) {
  const { booking, sections, printedAt } = loaderData;
  return (
    <article className="file">
      <PageTitle title={`Referral ${booking.reference}`} />
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
        Referral <span className="inline-block">{booking.reference}</span>
      </h1>
      <p>
        {submissionText(loaderData)} Printed on {printedAt}. Confidential: health information about a named
        person.
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

type Submission = Pick<Route.ComponentProps["loaderData"], "submittedAt" | "revision" | "isChangedSince">;

function submissionText({ submittedAt, revision, isChangedSince }: Submission): string {
  if (!submittedAt) return "Not submitted yet.";
  const changed = isChangedSince ? ", changed since then" : "";
  return `Submitted on ${submittedAt} (revision ${revision}${changed}).`;
}
