import { useActionData } from "react-router";
import type { VisitReply } from "#app/features/visits/staff-pages/answer-visit.server.ts";
import { answerMovePage } from "#app/features/visits/staff-pages/change-visit-pages.server.ts";
import { openMovePage } from "#app/features/visits/staff-pages/read-visit-page.server.ts";
import { DecisionFields } from "#app/features/visits/staff-pages/in-the-way-parts.tsx";
import {
  ChangeVisitPage,
  NotifyField,
  OverruleFields,
  VisitForm,
} from "#app/features/visits/staff-pages/visit-parts.tsx";
import { PlanFields, AssessorFit } from "#app/features/visits/plan/plan-form.tsx";
import { useFreeList } from "#app/features/visits/plan/use-free-list.ts";
import { planValues } from "#app/features/visits/record/visit-plan.ts";
import type { moveSchema } from "#app/features/visits/agree/visit-schemas.ts";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/booking-visit-move";

export const loader = (args: Route.LoaderArgs) => openMovePage(args);

export const action = once((args: Route.ActionArgs) => answerMovePage(args));

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const TITLE = "Move the visit";

export default function MoveVisitPage({ loaderData: page }: Route.ComponentProps) {
  const reply = useActionData<VisitReply>();
  const saved = { ...(page.plan ?? planValues({})), notify: "on" };
  const form = useStepForm<ReturnType<typeof moveSchema>>({ id: "visit-form", saved });
  const { list, handlers } = useFreeList(
    reply?.list ?? page.list,
    `/admin/bookings/${page.id}/visit/free?of=visit`,
  );
  const button = <Button intent="move">{TITLE}</Button>;
  return (
    <ChangeVisitPage page={page} title={TITLE} isForTime>
      <VisitForm page={page} form={form} button={button} enterIntent="show" {...handlers}>
        <p className="hint field">The assessor stays. Everybody concerned is told the new time.</p>
        <PlanFields form={form} addresses={page.addresses} note={list?.placeNote} />
        <p className="field">
          <Button look="quiet" intent="show">
            Show who is free
          </Button>
        </p>
        <AssessorFit list={list} />
        <OverruleFields form={form} mayOverrule={page.isAdministrator} />
        <DecisionFields form={form} way={page.way} />
        <NotifyField form={form} unticked="Unticked, the referrer gets no reminder of another day either." />
      </VisitForm>
    </ChangeVisitPage>
  );
}
