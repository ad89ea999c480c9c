import { data, redirect } from "react-router";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { ComplaintMoveSchema } from "#app/features/privacy/complaint-schema.ts";
import { COMPLAINT_STATES } from "#app/features/privacy/complaint-states.ts";
import { findComplaint, moveComplaint } from "#app/features/privacy/complaints.server.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { readForm } from "#app/forms/read-form.server.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/privacy-complaint";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireAdministrator(context, request);
  const complaint = await findComplaint(deps, params.complaintId);
  if (!complaint) throw data(null, { status: 404 });
  await recordStaffView(deps, by, "complaint.viewed", ["complaint", complaint.id]);
  return { complaint };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireAdministrator(context, request);
  if (!(await findComplaint(deps, params.complaintId))) throw data(null, { status: 404 });
  const form = await readForm(request, ComplaintMoveSchema, "Nothing was changed.");
  if (!form.ok) return data(form.reply, { status: 400 });
  await moveComplaint(deps, { ...by, id: params.complaintId, state: form.value.state });
  throw redirect(`/admin/privacy/complaints/${params.complaintId}`);
});

export default function ComplaintPage({ loaderData: { complaint } }: Route.ComponentProps) {
  const { details } = complaint;
  return (
    <Page
      title={`Complaint ${complaint.reference}`}
      back={{ label: "Back to the privacy desk", to: "/admin/privacy" }}
    >
      <Card heading="Complaint">
        <Facts
          rows={[
            ["State", COMPLAINT_STATES[complaint.state]],
            ["Received", formatInstant(complaint.created_at)],
            ["Acknowledge by", formatInstant(complaint.acknowledgeBy)],
            ["Name", details.name],
            ["Email", <EmailLink email={details.email} />],
            details.bookingReference ? ["Booking reference", details.bookingReference] : null,
            ["Complaint", <span className="whitespace-pre-line">{details.complaint}</span>],
          ]}
        />
        <PostForm className="actions">
          {complaint.state === "received" ? (
            <Button name="state" value="acknowledged">
              Mark as acknowledged
            </Button>
          ) : null}
          {complaint.state !== "answered" ? (
            <Button look="quiet" name="state" value="answered">
              Mark as answered
            </Button>
          ) : null}
        </PostForm>
      </Card>
    </Page>
  );
}
