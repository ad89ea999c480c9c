import { answerCancelVisitPage } from "#app/features/visits/staff-pages/change-visit-pages.server.ts";
import { openVisitPage } from "#app/features/visits/staff-pages/read-visit-page.server.ts";
import {
  ChangeVisitPage,
  NotifyField,
  ReasonField,
  VisitForm,
} from "#app/features/visits/staff-pages/visit-parts.tsx";
import type { CancelVisitSchema } from "#app/features/visits/agree/visit-schemas.ts";
import { RadioGroup } from "#app/forms/choice-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/booking-visit-cancel";

export const loader = (args: Route.LoaderArgs) => openVisitPage(args);

export const action = once((args: Route.ActionArgs) => answerCancelVisitPage(args));

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const AFTERWARDS = [
  { value: "agree-another", label: "It stays: another visit is to be agreed" },
  { value: "cancel-booking", label: "It is cancelled, too" },
];

export default function CancelVisitPage({ loaderData: page }: Route.ComponentProps) {
  const form = useStepForm<typeof CancelVisitSchema>({ id: "visit-form", saved: { notify: "on" } });
  const after = fieldOf(form, "after");
  return (
    <ChangeVisitPage page={page} title="Cancel the visit">
      <VisitForm page={page} form={form} button={<Button look="danger">Cancel the visit</Button>}>
        <RadioGroup field={after} label="What becomes of the booking?" options={AFTERWARDS} isWide />
        <ReasonField form={form} />
        <NotifyField form={form} />
      </VisitForm>
    </ChangeVisitPage>
  );
}
