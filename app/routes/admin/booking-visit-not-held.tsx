import { useActionData } from "react-router";
import { answerNotHeldPage } from "#app/features/visits/staff-pages/change-visit-pages.server.ts";
import { openVisitPage } from "#app/features/visits/staff-pages/read-visit-page.server.ts";
import type { NotHeldForm } from "#app/features/visits/agree/visit-schemas.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/booking-visit-not-held";

export async function loader(args: Route.LoaderArgs) {
  return openVisitPage(args);
}

export const action = once(async (args: Route.ActionArgs) => answerNotHeldPage(args));

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function NotHeldPage({ loaderData: { id, reference, version, visit } }: Route.ComponentProps) {
  const form = useStepForm<NotHeldForm>({ id: "visit-form" });
  const isRefused = useActionData() !== undefined;
  const hasBegun = visit?.hasBegun === true;
  const back = `/admin/bookings/${id}`;
  return (
    <Page
      className="prose"
      title={`The visit did not take place ${reference}`}
      back={{ label: `Back to booking ${reference}`, to: back }}
    >
      {hasBegun ? (
        <p>
          {visit.when}, with {visit.assessor.name}. Another visit is to be agreed then. Nobody is told by
          email.
        </p>
      ) : (
        <Alert tone="warning">
          <p>No visit of this booking has begun. Move or cancel one that is still to come.</p>
        </Alert>
      )}
      {hasBegun || isRefused ? (
        <StepForm form={form} autoComplete="off" enterIntent={null}>
          <VersionField form={form} version={version} />
          <TextArea
            field={fieldOf(form, "reason")}
            label="Why"
            hint="Stays in the history. Please write nothing about anyone's health."
            rows={2}
          />
          <div className="actions">
            <Button>Record that it did not take place</Button>
            <ButtonLink look="quiet" to={back}>
              Keep it
            </ButtonLink>
          </div>
        </StepForm>
      ) : null}
    </Page>
  );
}
