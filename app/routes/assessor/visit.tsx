import { Link } from "react-router";
import { readAlsoTold } from "#app/features/contributions/also-told.server.ts";
import { NeedsBox } from "#app/features/visits/person/needs-box.tsx";
import { answerOfficeForms } from "#app/features/visits/outcome/answer-office.server.ts";
import { OfficeCard } from "#app/features/visits/assessor-pages/office-cards.tsx";
import { requireAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import {
  openAssessorVisit,
  type AssessorVisitFile,
} from "#app/features/visits/assessor-pages/open-visit.server.ts";
import { visitFeeInWords } from "#app/features/pay/pay-pages.server.ts";
import { reportInWords } from "#app/features/stage/assessor-reports.server.ts";
import { readStage } from "#app/features/stage/read-stages.server.ts";
import {
  ContactsCard,
  RisksCard,
  WhenAndWhere,
  WhoCard,
} from "#app/features/visits/assessor-pages/visit-cards.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { useDone, useKeyOf, useSaid } from "#app/ui/use-done.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/visit";
import { Card } from "#app/ui/card.tsx";
import { WrittenFacts } from "#app/features/contributions/written.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Facts } from "#app/ui/lists.tsx";

type OpenVisit = Extract<AssessorVisitFile, { notes: object }>;

/** The report of a visit that has begun, or the button that leads to its form. */
function OutcomeCard({ visit: { id, hasBegun, outcome } }: { visit: OpenVisit }) {
  if (!hasBegun && !outcome) return null;
  return (
    <Card heading="Outcome" className="stack">
      {outcome ? (
        <Facts
          rows={outcome.map(([name, value]) => [name, <span className="whitespace-pre-line">{value}</span>])}
        />
      ) : null}
      <p className="no-print">
        <ButtonLink look={outcome ? "quiet" : "main"} to={`/assessor/visits/${id}/outcome`}>
          {outcome ? "Correct outcome" : "Record outcome"}
        </ButtonLink>
      </p>
    </Card>
  );
}

export async function loader(args: Route.LoaderArgs) {
  const { deps, by, ...own } = await requireAssessorVisit(args);
  const visit = await openAssessorVisit(deps, own, by);
  return {
    visit,
    report: visit.about && reportInWords(await readStage(deps, own.booking.id)),
    told: visit.about ? await readAlsoTold(deps, own.booking) : [],
    toldOffice: answerOfficeForms.said(args.request),
    fee: visit.about && (await visitFeeInWords(deps, visit.id)),
  };
}

export const action = once(async (args: Route.ActionArgs) => {
  const { deps, by, visit } = await requireAssessorVisit(args);
  const form = await args.request.formData();
  return answerOfficeForms({ deps, by, visitId: visit.id, form, page: `/assessor/visits/${visit.id}` });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const DONE = {
  concern: "The concern was recorded, and those who look after safeguarding are told.",
  outcome: "The outcome was recorded. Thank you.",
};

export default function AssessorVisit({
  loaderData: { visit, report, told, toldOffice, fee },
}: Route.ComponentProps) {
  const { about } = visit;
  const toldNow = useSaid(toldOffice);
  const said = useDone(DONE) ?? toldNow;
  const noteKey = useKeyOf(toldNow);
  const page = `/assessor/visits/${visit.id}`;
  return (
    <Page title={`Visit for ${visit.reference}`} heading={null}>
      <Done text={said} />
      {about === null ? (
        <>
          <WhenAndWhere visit={visit} />
          <Alert tone="warning">
            <p>
              The use of this person’s data is restricted for now. Call the office before you go: the visit
              may not take place.
            </p>
          </Alert>
        </>
      ) : (
        <>
          <NeedsBox needs={about.needs} earlier={about.earlier} />
          <OutcomeCard visit={visit} />
          <WhenAndWhere visit={visit} fee={fee} />
          <WhoCard about={about} />
          <RisksCard risks={about.risks} />
          {told.length > 0 ? (
            <Card heading="Also told us">
              <WrittenFacts rows={told} />
            </Card>
          ) : null}
          <ContactsCard contacts={about.contacts} />
          <OfficeCard key={noteKey} visit={visit} />
          <p className="note no-print">
            {report} {about.isReferralSubmitted ? null : "The referral is not submitted yet."}
          </p>
        </>
      )}
      <p className="no-print">
        <Link to={`${page}/concern`}>Record a safeguarding concern</Link>
      </p>
    </Page>
  );
}
