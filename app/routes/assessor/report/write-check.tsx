import { Link } from "react-router";
import { answerCheckPage, readCheckPage } from "#app/features/report-writing/check-page.server.ts";
import { FindingList } from "#app/features/report-writing/finding-list.tsx";
import { requireDraft } from "#app/features/report-writing/guards.server.ts";
import { SendCard } from "#app/features/report-writing/send-card.tsx";
import { writePath } from "#app/features/report-writing/write-path.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/write-check";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, opened } = await requireDraft({ request, params, context });
  return readCheckPage(deps, opened);
}

export const action = formLimit(
  LONG_FORM,
  once(async ({ request, params, context }: Route.ActionArgs) => {
    const form = await request.clone().formData();
    const { deps, by, opened } = await requireDraft({ request, params, context });
    return answerCheckPage(deps, { opened, by, form });
  }),
);

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function WriteCheck({ loaderData: page }: Route.ComponentProps) {
  const { visitId, reference, findings } = page;
  const must = findings.filter(({ level }) => level === "must");
  const look = findings.filter(({ level, looked }) => level === "look" && looked === null);
  const settled = findings.filter(({ looked }) => looked !== null);
  const said = useDone({
    settled: "Noted: it is as it should be.",
    unsettled: "It is among those to look at again.",
  });
  return (
    <Page
      title="Check before you send"
      back={{ label: `Back to the report ${reference}`, to: writePath(visitId) }}
    >
      <Done text={said} />
      {must.length === 0 ? (
        <Alert tone="good">
          <p>Nothing stops this report.</p>
        </Alert>
      ) : (
        <Card heading={`To put right (${must.length})`}>
          <FindingList visitId={visitId} findings={must} />
        </Card>
      )}
      {look.length > 0 ? (
        <Card heading={`To look at (${look.length})`} className="stack">
          <p>
            These may be as they should be. The opinion is yours: say so once, and whoever reads the report
            sees it. A finding comes back when the text that it is about changes.
          </p>
          <FindingList visitId={visitId} findings={look} />
        </Card>
      ) : null}
      {settled.length > 0 ? (
        <details className="more">
          <summary>As it should be ({settled.length})</summary>
          <FindingList visitId={visitId} findings={settled} />
        </details>
      ) : null}
      <p>
        <Link to={writePath(visitId, "preview")}>Preview to print</Link>
      </p>
      <SendCard page={page} />
    </Page>
  );
}
