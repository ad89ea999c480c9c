import { useActionData, useSearchParams } from "react-router";
import { RestrictedNote } from "#app/features/report-writing/exchanges-page.tsx";
import { requireWriting } from "#app/features/report-writing/guards.server.ts";
import { UnsavedWords } from "#app/features/report-writing/reading/reading-page.tsx";
import { answerTaskList, readSent, readTaskList } from "#app/features/report-writing/task-list.server.ts";
import { SentCard, StartCard, TaskList } from "#app/features/report-writing/task-list.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/write";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, opened } = await requireWriting({ request, params, context });
  const { kind, booking } = opened;
  const list = kind === "open" ? await readTaskList(deps, opened) : null;
  const sent = kind === "sent" ? await readSent(deps, opened) : null;
  const isRestricted = kind === "restricted";
  return { visitId: params.visitId, reference: booking.reference, isRestricted, list, sent };
}

export const action = formLimit(
  LONG_FORM,
  once(async ({ request, params, context }: Route.ActionArgs) => {
    const form = await request.clone().formData();
    const { deps, by } = await requireWriting({ request, params, context });
    return answerTaskList({ deps, by, visitId: params.visitId, form });
  }),
);

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function WriteReport({ loaderData }: Route.ComponentProps) {
  const { visitId, reference, isRestricted, list, sent } = loaderData;
  const answer = useActionData<typeof action>();
  const [query] = useSearchParams();
  const openForms = ((list ?? sent)?.comments ?? []).flatMap(({ id, closedAt }) =>
    closedAt === null ? [`answer-form-${id}`] : [],
  );
  const said = useDone({
    removed: "The decision was removed.",
    shown: "The office may look at the draft now, and gets an email.",
    hidden: "The office can no longer look at the draft.",
    answered: "Your answer was saved. The reader sees it.",
    sent: "Sent for review. You can read it; you can change it if it comes back.",
  });
  return (
    <Page title={`Write the report ${reference}`}>
      <Done text={said} />
      {answer && "refusal" in answer ? <Alert tone="bad" isLive text={answer.refusal} /> : null}
      <UnsavedWords field="because" isShown={(formId) => openForms.includes(formId)} />
      {isRestricted ? (
        <RestrictedNote />
      ) : list ? (
        <TaskList list={list} removing={query.get("remove")} />
      ) : sent ? (
        <SentCard visitId={visitId} sent={sent} />
      ) : (
        <StartCard />
      )}
    </Page>
  );
}
