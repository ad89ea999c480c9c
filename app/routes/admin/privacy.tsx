import { data, redirect } from "react-router";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { CaseSearchSchema } from "#app/features/privacy/case-page.server.ts";
import { listComplaints } from "#app/features/privacy/complaints.server.ts";
import { COMPLAINT_STATES } from "#app/features/privacy/complaint-states.ts";
import { listCases, startCase } from "#app/features/privacy/subject.server.ts";
import { readForm, refuseForm } from "#app/forms/read-form.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { ListCard } from "#app/kit/list-page.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Who, type ListColumn } from "#app/ui/list.tsx";
import { Page } from "#app/ui/page.tsx";
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

type Complaints = Awaited<ReturnType<typeof listComplaints>>;

const COMPLAINT_COLUMNS: ListColumn<Complaints["shown"][number]>[] = [
  {
    name: "Who",
    place: "name",
    cell: ({ id, details, reference }) => (
      <Who to={`/admin/privacy/complaints/${id}`} name={details.name} code={reference} />
    ),
  },
  { name: "Received", cell: (one) => formatInstant(one.created_at) },
  { name: "State", place: "side", cell: ({ state }) => COMPLAINT_STATES[state] },
  {
    name: "Acknowledge by",
    place: "side",
    cell: (one) => (one.state === "received" ? formatInstant(one.acknowledgeBy) : "Done"),
  },
];

const CASE_COLUMNS: ListColumn<Awaited<ReturnType<typeof listCases>>["cases"][number]>[] = [
  {
    name: "Person",
    place: "name",
    cell: ({ id, person }) => <Who to={`/admin/privacy/cases/${id}`} name={person} />,
  },
  { name: "By", cell: ({ openedBy }) => openedBy },
  { name: "Opened", place: "side", cell: ({ openedAt }) => formatInstant(openedAt) },
];

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
      <ListCard
        heading="Complaints"
        caption="Data-protection complaints"
        columns={COMPLAINT_COLUMNS}
        rows={complaints.shown}
        at={complaints.at}
        of="complaints"
        empty={{
          heading: "No complaints",
          words:
            "Those that people send from the page “Complaints” come here, each to be acknowledged within 30 days.",
        }}
      />
      <ListCard
        heading="Latest cases"
        caption="Whose data was looked up, newest first"
        columns={CASE_COLUMNS}
        rows={loaderData.cases}
        at={loaderData.at}
        of="cases"
        empty={{
          heading: "No cases yet",
          words: "Look a person up first: a case has their data, and exports, restricts or erases it.",
        }}
      />
    </Page>
  );
}
