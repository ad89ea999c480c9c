import { useActionData } from "react-router";
import { answerNotHeldPage } from "#app/features/visits/staff-pages/change-visit-pages.server.ts";
import { openVisitPage } from "#app/features/visits/staff-pages/read-visit-page.server.ts";
import { ReasonField, VisitForm } from "#app/features/visits/staff-pages/visit-parts.tsx";
import type { NotHeldSchema } from "#app/features/visits/agree/visit-schemas.ts";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/booking-visit-not-held";

export const loader = (args: Route.LoaderArgs) => openVisitPage(args);

export const action = once((args: Route.ActionArgs) => answerNotHeldPage(args));

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function NotHeldPage({ loaderData: page }: Route.ComponentProps) {
  const { reference, visit } = page;
  const form = useStepForm<typeof NotHeldSchema>({ id: "visit-form" });
  const isRefused = useActionData() !== undefined;
  const hasBegun = visit?.hasBegun === true;
  return (
    <Page
      className="prose"
      title={`The visit did not take place ${reference}`}
      back={{ label: `Back to booking ${reference}`, to: `/admin/bookings/${page.id}` }}
    >
      {hasBegun ? (
        <p>
          {visit.when}, with {visit.assessor.name}. Another visit is to be agreed then. Nobody is told by
          email.
        </p>
      ) : (
        <Alert
          tone="warning"
          text="No visit of this booking has begun. Move or cancel one that is still to come."
        />
      )}
      {hasBegun || isRefused ? (
        <VisitForm page={page} form={form} button={<Button>Record that it did not take place</Button>}>
          <ReasonField form={form} label="Why" />
        </VisitForm>
      ) : null}
    </Page>
  );
}
