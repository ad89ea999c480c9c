import { answerCancelVisitPage } from "#app/features/visits/staff-pages/change-visit-pages.server.ts";
import { openVisitPage } from "#app/features/visits/staff-pages/read-visit-page.server.ts";
import { ChangeVisitPage, NotifyField } from "#app/features/visits/staff-pages/visit-parts.tsx";
import type { CancelVisitForm } from "#app/features/visits/agree/visit-schemas.ts";
import { RadioGroup } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/booking-visit-cancel";

export async function loader(args: Route.LoaderArgs) {
  return openVisitPage(args);
}

export const action = once(async (args: Route.ActionArgs) => answerCancelVisitPage(args));

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const AFTERWARDS = [
  { value: "agree-another", label: "It stays: another visit is to be agreed" },
  { value: "cancel-booking", label: "It is cancelled, too" },
];

export default function CancelVisitPage({ loaderData: page }: Route.ComponentProps) {
  const form = useStepForm<CancelVisitForm>({ id: "visit-form", saved: { notify: "on" } });
  return (
    <ChangeVisitPage page={page} title="Cancel the visit">
      <StepForm form={form} autoComplete="off" enterIntent={null}>
        <VersionField form={form} version={page.version} />
        <RadioGroup
          field={fieldOf(form, "after")}
          label="What becomes of the booking?"
          options={AFTERWARDS}
          isWide
        />
        <TextArea
          field={fieldOf(form, "reason")}
          label="Reason"
          isOptional
          hint="Stays in the history. Please write nothing about anyone's health."
          rows={2}
        />
        <NotifyField form={form} />
        <div className="actions">
          <Button look="danger">Cancel the visit</Button>
          <ButtonLink look="quiet" to={`/admin/bookings/${page.id}`}>
            Keep it
          </ButtonLink>
        </div>
      </StepForm>
    </ChangeVisitPage>
  );
}
