import { Link, redirect } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { countFailedJobs, listJobs } from "#app/features/outbox/job-queries.server.ts";
import { OutboxTable } from "#app/features/outbox/outbox-table.tsx";
import { FILTER_LABELS, OUTBOX_FILTERS, readOutboxFilter } from "#app/features/outbox/job-words.ts";
import { retryFailedJobs } from "#app/features/outbox/change-job.server.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/outbox";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  const { searchParams, search } = new URL(request.url);
  const filter = readOutboxFilter(searchParams.get("show"));
  const before = searchParams.get("before");
  const isAll = filter === "all";
  const [{ jobs, next }, failedCount, problems] = await Promise.all([
    listJobs(deps, { filter, before }),
    countFailedJobs(deps),
    isAll && before === null ? listJobs(deps, { filter: "problems" }) : null,
  ]);
  const isProblem = new Set(problems?.jobs.map(({ id }) => id));
  return {
    jobs: jobs.filter(({ id }) => !isProblem.has(id)),
    problems: problems?.jobs ?? [],
    ...{ next, filter, failedCount, backTo: `/admin/outbox${search}` },
  };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  await retryFailedJobs(deps, by);
  return redirect("/admin/outbox?show=waiting", 303);
});

export default function OutboxPage({ loaderData }: Route.ComponentProps) {
  const { jobs, problems, next, filter, failedCount, backTo } = loaderData;
  return (
    <Page title="Outbox">
      <p className="lead">Every email and invoice to send, and whether it was sent.</p>
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
      <nav aria-label="Which entries" className="site-nav">
        {OUTBOX_FILTERS.map((name) => (
          <Link
            key={name}
            to={`/admin/outbox?show=${name}`}
            aria-current={name === filter ? "page" : undefined}
          >
            {FILTER_LABELS[name]}
          </Link>
        ))}
      </nav>
      {problems.length > 0 ? (
        <>
          <h2>{FILTER_LABELS.problems}</h2>
          <OutboxTable jobs={problems} backTo={backTo} />
          <h2>Everything else</h2>
        </>
      ) : null}
      <OutboxTable jobs={jobs} backTo={backTo} />
      {next ? (
        <p>
          <Link rel="next" to={`/admin/outbox?show=${filter}&before=${next}`}>
            Older entries
          </Link>
        </p>
      ) : null}
    </Page>
  );
}
