import { Link } from "react-router";
import {
  answerHandOver,
  openHandOver,
  type HandOver,
} from "#app/features/visits/staff-pages/hand-over.server.ts";
import { FilterForm } from "#app/kit/filter-form.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/assessor-hand-over";
import { AssessorTabs } from "#app/features/assessors/assessor-tabs.tsx";
import { AssessorList } from "#app/features/visits/plan/plan-form.tsx";
import { Checkbox } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import {
  choiceOf,
  daysInWords,
  listOf,
  versionOf,
} from "#app/features/visits/staff-pages/hand-over-words.ts";
import { NotifyField, ReasonField } from "#app/features/visits/staff-pages/visit-parts.tsx";

type Fields = Record<string, string> & { notify?: "on"; daysOff?: "on"; reason: string };

/** Who goes instead to each visit of an assessor, in one form. The best who is free is chosen already. */
function HandOverForm({ page }: { page: HandOver }) {
  const { assessor, visits, count, mayRecordOff } = page;
  const chosen = Object.fromEntries(visits.map(({ id, chosen: best }) => [choiceOf(id), best]));
  const form = useStepForm<Fields>({
    id: "hand-over-form",
    saved: { ...chosen, notify: "on", daysOff: "on", reason: "" },
  });
  if (count === 0) {
    return (
      <p>
        {assessor.name} has no visits to come {daysInWords(page)}.
      </p>
    );
  }
  return (
    <StepForm form={form} autoComplete="off" enterIntent={null}>
      <p className="hint field">
        {count === 1 ? "1 visit" : `${count} visits`} {daysInWords(page)}. Time and place stay. Whoever gets a
        visit is told, and {assessor.name} is.
        {count > visits.length ? ` These are the first ${visits.length}; the others follow.` : ""}
      </p>
      {visits.map((visit) => (
        <Visit key={visit.id} visit={visit} form={form} />
      ))}
      {mayRecordOff ? (
        <Checkbox
          field={fieldOf(form, "daysOff")}
          label={`Record days off ${daysInWords(page)}, too`}
          hint="Nothing new is agreed with them then, and the visits that nobody takes stay on the dashboard."
        />
      ) : null}
      <ReasonField form={form} />
      <NotifyField form={form} />
      <div className="actions">
        <Button>Hand over the visits</Button>
      </div>
    </StepForm>
  );
}

type VisitProps = { visit: HandOver["visits"][number]; form: ReturnType<typeof useStepForm<Fields>> };

function Visit({ visit, form }: VisitProps) {
  const { id, bookingId, reference, person, when, where, why, kept, list, version } = visit;
  const about = (
    <>
      {why ? <strong className="block">{why}</strong> : null}
      {person} <Link to={`/admin/bookings/${bookingId}`}>{reference}</Link>, {where}
    </>
  );
  if (kept !== null || !list) {
    return (
      <Alert tone="warning" heading={when}>
        <p>{about}</p>
        <p>{kept}</p>
      </Alert>
    );
  }
  return (
    <div>
      <input type="hidden" name={versionOf(id)} value={version} />
      <AssessorList
        label={when}
        about={about}
        nobody="Nobody yet"
        planName={listOf(id)}
        list={list}
        field={fieldOf(form, choiceOf(id))}
      />
    </div>
  );
}

export const loader = (args: Route.LoaderArgs) => openHandOver(args);

export const action = once((args: Route.ActionArgs) => answerHandOver(args));

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const DONE = {
  "handed-over": "The visits were handed over. Everybody concerned is told by email.",
  "days-off": "The days off were saved.",
};

export default function HandOverPage({ loaderData: page }: Route.ComponentProps) {
  const { assessor, from, until } = page;
  const said = useDone(DONE);
  const untilLabel = (
    <>
      Until <span className="optional">(empty: all that follow)</span>
    </>
  );
  return (
    <Page
      title={`Hand over visits of ${assessor.name}`}
      back={{ label: `Back to ${assessor.name}`, to: `/admin/assessors/${assessor.id}` }}
    >
      <AssessorTabs id={assessor.id} handlesMoney={page.handlesMoney} />
      <Done text={said} />
      <FilterForm
        className="calendar-controls no-print"
        filters={[
          { name: "from", label: "From", value: from, type: "date" },
          { name: "until", label: untilLabel, value: until, type: "date" },
        ]}
      >
        <Button look="quiet">Show visits</Button>
      </FilterForm>
      <HandOverForm page={page} />
    </Page>
  );
}
