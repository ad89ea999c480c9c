import { data, Link } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { findJob } from "#app/features/outbox/job-queries.server.ts";
import { JobActions, JobStateBadge } from "#app/features/outbox/outbox-table.tsx";
import { previewMail } from "#app/features/mail/compose-mail.server.ts";
import { previewText } from "#app/features/texts/text-handler.server.ts";
import { answerJob } from "#app/features/outbox/change-job.server.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/outbox-job";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  const found = await findJob(deps, params.jobId);
  if (!found) throw data(null, { status: 404 });
  return {
    job: found.job,
    preview: (await previewMail(deps, found.row)) ?? (await previewText(deps, found.row)),
  };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  const form = await request.formData();
  const backTo = String(form.get("backTo") ?? "");
  const page = /^\/admin\/outbox(\?[\w=&-]*)?$/.test(backTo) ? backTo : `/admin/outbox/${params.jobId}`;
  return answerJob({ deps, form, page, change: { jobId: params.jobId, ...by } });
});

export default function OutboxJobPage({ loaderData: { job, preview } }: Route.ComponentProps) {
  return (
    <Page title={job.label} back={{ label: "Back to the outbox", to: "/admin/outbox" }}>
      <Card className="stack">
        <Facts
          rows={[
            ["State", <JobStateBadge job={job} />],
            job.booking && [
              "Booking",
              <Link to={`/admin/bookings/${job.booking.id}`}>{job.booking.reference}</Link>,
            ],
            job.recipient !== null && ["To", job.recipient],
            ["Attempts", job.attempts],
            ["Last problem", job.problem ?? "None"],
            ["Created", formatInstant(job.createdAt)],
            job.finishedAt !== null && ["Finished", formatInstant(job.finishedAt)],
          ]}
        />
        <JobActions job={job} backTo={`/admin/outbox/${job.id}`} />
      </Card>
      {preview ? (
        <Card heading="Preview" className="stack">
          {preview.subject === null ? null : (
            <p>
              Subject: <strong>{preview.subject}</strong>
            </p>
          )}
          <pre className="font-sans whitespace-pre-wrap wrap-anywhere">{preview.text}</pre>
          {preview.subject === null ? null : (
            <p className="note">Codes, passwords and the secret part of links are hidden here.</p>
          )}
        </Card>
      ) : null}
    </Page>
  );
}
