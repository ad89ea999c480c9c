import { data, Link, redirect } from "react-router";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { CaseSearchSchema } from "#app/features/privacy/case-page.server.ts";
import { listComplaints } from "#app/features/privacy/complaints.server.ts";
import { COMPLAINT_STATES } from "#app/features/privacy/complaint-states.ts";
import { listCases, startCase } from "#app/features/privacy/subject.server.ts";
import { readForm, refuseForm } from "#app/forms/read-form.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/privacy";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const url = new URL(request.url);
  return { ...(await listCases(deps, url)), complaints: await listComplaints(deps, url) };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireAdministrator(context, request);
  const form = await readForm(request, CaseSearchSchema, "Nobody was looked up.");
  if (!form.ok) return data(form.reply, { status: 400 });
  const caseId = await startCase(deps, form.value.person, by);
  if (!caseId) {
    return data(refuseForm(form.form, "There is no booking with this reference."), { status: 400 });
  }
  throw redirect(`/admin/privacy/cases/${caseId}`);
});

export default function PrivacyDeskPage({ loaderData }: Route.ComponentProps) {
  const { complaints } = loaderData;
  const form = useStepForm<typeof CaseSearchSchema>({ id: "search" });
  return (
    <Page title="Privacy desk">
      <Card heading="Find a person">
        <StepForm form={form} className="stack">
          <TextField
            field={fieldOf(form, "person")}
            label="Email address or booking reference"
            hint="An email address finds a referrer or customer; a reference finds the person to be assessed. Each look-up is recorded."
            autoComplete="off"
          />
          <Button>Look up</Button>
        </StepForm>
      </Card>
      <Card heading="Complaints" className="stack">
        <ComplaintsTable shown={complaints.shown} />
        <Pages at={complaints.at} of="complaints" />
      </Card>
      <Card heading="Latest cases" className="stack">
        <CaseList cases={loaderData.cases} />
        <Pages at={loaderData.at} of="cases" />
      </Card>
    </Page>
  );
}

function CaseList({ cases }: Pick<Route.ComponentProps["loaderData"], "cases">) {
  if (cases.length === 0) return <p>No cases yet.</p>;
  return (
    <ul className="grid gap-2">
      {cases.map((one) => (
        <li key={one.id}>
          <Link to={`/admin/privacy/cases/${one.id}`}>{one.person}</Link>, {formatInstant(one.openedAt)}
          {one.openedBy ? `, ${one.openedBy}` : ""}
        </li>
      ))}
    </ul>
  );
}

function ComplaintsTable({ shown }: Pick<Route.ComponentProps["loaderData"]["complaints"], "shown">) {
  if (shown.length === 0) return <p>No complaints.</p>;
  return (
    <Table
      caption="Data-protection complaints"
      columns={["Reference", "Received", "State", "Acknowledge by"]}
      rows={shown.map((one) => ({
        id: one.id,
        cells: [
          <Link to={`/admin/privacy/complaints/${one.id}`}>{one.reference}</Link>,
          formatInstant(one.created_at),
          COMPLAINT_STATES[one.state],
          one.state === "received" ? formatInstant(one.acknowledgeBy) : "Done",
        ],
      }))}
    />
  );
}
