import { answerReassignPage } from "#app/features/visits/staff-pages/change-visit-pages.server.ts";
import { openReassignPage } from "#app/features/visits/staff-pages/read-visit-page.server.ts";
import {
  ChangeVisitPage,
  NotifyField,
  OverruleFields,
  ReasonField,
  VisitForm,
} from "#app/features/visits/staff-pages/visit-parts.tsx";
import { AssessorList } from "#app/features/visits/plan/plan-form.tsx";
import type { ReassignSchema } from "#app/features/visits/agree/visit-schemas.ts";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/booking-visit-reassign";

export const loader = (args: Route.LoaderArgs) => openReassignPage(args);

export const action = once((args: Route.ActionArgs) => answerReassignPage(args));

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const TITLE = "Reassign the visit";

export default function ReassignVisitPage({ loaderData: page }: Route.ComponentProps) {
  const form = useStepForm<typeof ReassignSchema>({ id: "visit-form", saved: { notify: "on" } });
  const button = <Button intent="reassign">{TITLE}</Button>;
  return (
    <ChangeVisitPage page={page} title={TITLE}>
      <VisitForm page={page} form={form} button={button}>
        <p className="hint field">
          Time and place stay. Who had the visit is told that it was given to somebody else.
        </p>
        <AssessorList label="Who goes instead" list={page.list} field={fieldOf(form, "assessor")} />
        <OverruleFields form={form} mayOverrule={page.isAdministrator} />
        <ReasonField form={form} />
        <NotifyField form={form} />
      </VisitForm>
    </ChangeVisitPage>
  );
}
