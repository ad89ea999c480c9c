import { answerReassignPage } from "#app/features/visits/staff-pages/change-visit-pages.server.ts";
import { openReassignPage } from "#app/features/visits/staff-pages/read-visit-page.server.ts";
import {
  ChangeVisitPage,
  NotifyField,
  OverruleFields,
} from "#app/features/visits/staff-pages/visit-parts.tsx";
import { AssessorList } from "#app/features/visits/plan/plan-form.tsx";
import type { ReassignForm } from "#app/features/visits/agree/visit-schemas.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/booking-visit-reassign";

export async function loader(args: Route.LoaderArgs) {
  return openReassignPage(args);
}

export const action = once(async (args: Route.ActionArgs) => answerReassignPage(args));

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function ReassignVisitPage({ loaderData: page }: Route.ComponentProps) {
  const form = useStepForm<ReassignForm>({ id: "visit-form", saved: { notify: "on" } });
  return (
    <ChangeVisitPage page={page} title="Reassign the visit">
      <StepForm form={form} autoComplete="off" enterIntent={null}>
        <VersionField form={form} version={page.version} />
        <p className="hint field">
          Time and place stay. Who had the visit is told that it was given to somebody else.
        </p>
        <AssessorList label="Who goes instead" list={page.list} field={fieldOf(form, "assessor")} />
        <OverruleFields form={form} mayOverrule={page.isAdministrator} />
        <TextArea
          field={fieldOf(form, "reason")}
          label="Reason"
          isOptional
          hint="Stays in the history. Please write nothing about anyone's health."
          rows={2}
        />
        <NotifyField form={form} />
        <div className="actions">
          <Button name="intent" value="reassign">
            Reassign the visit
          </Button>
          <ButtonLink look="quiet" to={`/admin/bookings/${page.id}`}>
            Keep it
          </ButtonLink>
        </div>
      </StepForm>
    </ChangeVisitPage>
  );
}
