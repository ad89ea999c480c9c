import { Link, redirect } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { countFailedJobs, countWaitingJobs, listJobs } from "#app/features/outbox/job-queries.server.ts";
import { outboxColumns } from "#app/features/outbox/outbox-table.tsx";
import { EMPTY_OUTBOX, OUTBOX_FILTERS } from "#app/features/outbox/job-words.ts";
import { retryFailedJobs } from "#app/features/outbox/change-job.server.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { FilterChips } from "#app/kit/list-page.tsx";
import { PageLinks } from "#app/kit/pages-nav.tsx";
import { filterAsked } from "#app/kit/pages.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { List } from "#app/ui/list.tsx";
import { Page } from "#app/ui/page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/outbox";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  const url = new URL(request.url);
  const filter = filterAsked(url, OUTBOX_FILTERS);
  const before = url.searchParams.get("before");
  const isAll = filter === "all";
  const [{ jobs, next }, failedCount, waitingCount, problems] = await Promise.all([
    listJobs(deps, { filter, before }),
    countFailedJobs(deps),
    countWaitingJobs(deps),
    isAll && before === null ? listJobs(deps, { filter: "problems" }) : null,
  ]);
  const isProblem = new Set(problems?.jobs.map(({ id }) => id));
  return {
    jobs: jobs.filter(({ id }) => !isProblem.has(id)),
    problems: problems?.jobs ?? [],
    hasTexts: deps.textSender !== null,
    next,
    filter,
    failedCount,
    waitingCount,
    backTo: `/admin/outbox${url.search}`,
  };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  await retryFailedJobs(deps, by);
  return redirect("/admin/outbox?show=waiting", 303);
});

export default function OutboxPage({ loaderData }: Route.ComponentProps) {
  const { jobs, problems, next, filter, failedCount, backTo } = loaderData;
  const caption = (rows: unknown[]) =>
    `${rows.length === 1 ? "1 entry" : `${rows.length} entries`}, newest first`;
  return (
    <Page title="Outbox">
      <p className="lead">
        Every email{loaderData.hasTexts ? ", text" : ""} and invoice to send, and whether it was sent.
      </p>
      {failedCount > 0 ? (
        <Alert tone="bad">
          <p>
            {failedCount === 1 ? "1 entry needs" : `${failedCount} entries need`} your attention.{" "}
            {filter === "problems" ? null : (
              <Link to="/admin/outbox?show=problems">Show what needs attention</Link>
            )}
          </p>
          {filter === "problems" ? (
            <PostForm className="mt-2">
              <Button look="quiet" isSmall>
                Retry all that failed
              </Button>
            </PostForm>
          ) : null}
        </Alert>
      ) : null}
      <FilterChips
        label="Which entries"
        names={OUTBOX_FILTERS}
        counts={{ problems: failedCount, waiting: loaderData.waitingCount }}
        show={filter}
        to={(name) => `/admin/outbox?show=${name}`}
      />
      {problems.length > 0 ? (
        <Card heading={OUTBOX_FILTERS.problems}>
          <List
            caption={caption(problems)}
            columns={outboxColumns(backTo)}
            rows={problems}
            empty={EMPTY_OUTBOX.problems}
          />
        </Card>
      ) : null}
      <Card heading={problems.length > 0 ? "Everything else" : null}>
        <List
          caption={caption(jobs)}
          columns={outboxColumns(backTo)}
          rows={jobs}
          empty={EMPTY_OUTBOX[filter]}
        />
        <PageLinks
          label="Pages of the outbox"
          links={[["next", "Older entries", next && `/admin/outbox?show=${filter}&before=${next}`]]}
        />
      </Card>
    </Page>
  );
}
