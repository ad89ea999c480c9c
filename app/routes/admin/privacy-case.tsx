import { CaseSummary, CaseHistory, RestrictionCard, EraseForm } from "#app/features/privacy/case-cards.tsx";
import {
  answerCasePage,
  readCasePage,
  requireCase,
  saidOnCasePage,
} from "#app/features/privacy/case-page.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useSaid } from "#app/ui/use-done.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/privacy-case";

export async function loader(args: Route.LoaderArgs) {
  const { deps, privacyCase } = await requireCase(args);
  return { ...(await readCasePage(deps, privacyCase)), done: saidOnCasePage(args.request) };
}

export const action = once(async (args: Route.ActionArgs) => {
  const { deps, by, privacyCase } = await requireCase(args);
  return answerCasePage({ deps, by, privacyCase, form: await args.request.formData() });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function PrivacyCasePage({ loaderData }: Route.ComponentProps) {
  const said = useSaid(loaderData.done);
  return (
    <Page
      title="Privacy case"
      heading={loaderData.person}
      back={{ label: "Back to the privacy desk", to: "/admin/privacy" }}
    >
      <Done text={said} />
      <div className="columns">
        <div className="stack">
          <CaseSummary file={loaderData} />
          <Card heading="Who saw or changed these records">
            <CaseHistory history={loaderData.history} />
          </Card>
        </div>
        {loaderData.isErased ? null : (
          <div className="stack">
            <RestrictionCard {...loaderData} kind="restriction" />
            <RestrictionCard {...loaderData} kind="legal-hold" />
            <Card heading="Erasure" className="stack">
              <p className="note">
                This deletes their account, mails and drafts. Their bookings keep the reference, dates and
                prices. Complaints are kept for their retention period.
              </p>
              <EraseForm />
            </Card>
          </div>
        )}
      </div>
    </Page>
  );
}
