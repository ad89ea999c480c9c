import { data, redirect, useNavigation, useRouteLoaderData } from "react-router";
import { requestScope } from "#app/context.ts";
import { actorOf, findPrincipal } from "#app/features/accounts/principal.server.ts";
import { ClientFields } from "#app/features/wizard/client-fields.tsx";
import { confirmBooking } from "#app/features/wizard/confirm-booking.server.ts";
import {
  BookingDetails,
  Change,
  ConsentFields,
  PaymentChoice,
  PriceSummary,
  ReferrerDetails,
  PriceChangeAlert,
  SubmissionFailure,
} from "#app/features/wizard/confirmation-fields.tsx";
import { confirmationPage } from "#app/features/wizard/confirmation-page.ts";
import { PRICE_LIST, priceChange } from "#app/features/wizard/price-change.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { answer } from "#app/features/booking/steps.ts";
import { requireDraftStep } from "#app/features/wizard/draft-guards.server.ts";
import { freshStep } from "#app/features/wizard/fresh-page.server.ts";
import { grantBooking } from "#app/features/booking/guards.server.ts";
import { AddAssessment, SelectedAssessments } from "#app/features/wizard/selected-assessments.tsx";
import { shownChoices } from "#app/features/wizard/shown-choices.server.ts";
import { StepActions, WizardStep } from "#app/features/wizard/wizard-step.tsx";
import { StepNoticeAlert } from "#app/features/wizard/step-notice.tsx";
import { stepPage } from "#app/features/wizard/step-page.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/confirmation";
import type { ConfirmationForm } from "#app/features/booking/schema.ts";

export const handle = { isRepeatable: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const draft = await requireDraftStep(context.get(requestScope), request, "confirmation");
  const page = stepPage("confirmation", draft, request, deps.clock.now());
  const { searchParams } = new URL(request.url);
  const removed = searchParams.get("removed");
  const priced = searchParams.get("priced") ?? answer(draft.answers, PRICE_LIST);
  return freshStep(
    {
      ...page,
      ...confirmationPage(draft.answers, removed),
      shown: shownChoices(draft.answers),
      priceList: currentOffer().listId,
      priceChange: priceChange(draft.answers, deps.settings.offerOf(priced)),
    },
    request,
    ["referrer", "otherDetails", "location", "shown"],
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const { deps, requestId, clientAddress } = context.get(requestScope);
  const draft = await requireDraftStep(context.get(requestScope), request, "confirmation");
  const actor = actorOf(await findPrincipal(deps, request));
  const by = { actor, requestId, clientAddress };
  const outcome = await confirmBooking(deps, draft, await request.formData(), by);
  switch (outcome.kind) {
    case "go":
      return redirect(outcome.to, 303);
    case "refused":
      return data({ ...outcome.reply, isFailure: false }, outcome.status);
    case "failed":
      return data({ ...outcome.reply, isFailure: true }, outcome.status);
    case "booked":
      return redirect(`/booking/submitted/${outcome.booking.id}`, {
        status: 303,
        headers: { "Set-Cookie": await grantBooking(deps, request, outcome.booking) },
      });
  }
}

export default function ConfirmationStep({ loaderData: page, actionData: reply }: Route.ComponentProps) {
  const saved = { paymentMethod: "pay-later", clientCountryCode: "+44", ...page.saved };
  const form = useStepForm<ConfirmationForm>({
    id: "confirmation",
    saved,
    reply,
    toastTitle: reply?.isFailure ? null : "Validation Error",
  });
  const { site } = useRouteLoaderData<typeof rootLoader>("root")!;
  return (
    <WizardStep
      step="confirmation"
      done={page.done}
      heading="Confirmation"
      lead="Please check everything. You can still change it, and nothing is booked until you confirm."
      isRefused={form.summary !== undefined}
    >
      {page.notice === "saved" ? null : <StepNoticeAlert notice={page.notice} />}
      {page.priceChange ? <PriceChangeAlert change={page.priceChange} /> : null}
      {reply?.isFailure ? <SubmissionFailure reply={reply} /> : null}
      <StepForm form={form} action={page.action} className="document" enterIntent="save">
        <input type="hidden" name="shown" value={page.shown} />
        <input type="hidden" name={PRICE_LIST} value={page.priceList} />
        <ReferrerDetails page={page} />
        <Card
          heading="Selected assessments"
          action={<Change step="assessments" what="selected assessments" />}
        >
          <SelectedAssessments page={page} />
          <AddAssessment
            key={page.addable.length}
            page={page}
            otherField={fieldOf(form, "otherAssessmentDetails")}
          />
        </Card>
        <div className="document-pair">
          <PriceSummary price={page.price} />
          <BookingDetails page={page} />
        </div>
        <Card id="client" heading="The person to be assessed (optional)">
          {page.notice === "saved" ? <StepNoticeAlert notice="saved" /> : null}
          <p className="hint mb-4">You can leave all of this for later: the referral forms ask for it too.</p>
          <ClientFields form={form} />
        </Card>
        <Card heading="Payment and consents">
          <PaymentChoice field={fieldOf(form, "paymentMethod")} page={page} />
          <ConsentFields form={form} privacyUrl={site.privacyUrl} termsUrl={site.termsUrl} />
        </Card>
        <StepActions>
          <ConfirmButton />
        </StepActions>
      </StepForm>
    </WizardStep>
  );
}

function ConfirmButton() {
  const { state, formData } = useNavigation();
  const isSubmitting = state !== "idle" && formData !== undefined && !formData.has("intent");
  return <Button disabled={isSubmitting}>{isSubmitting ? "Submitting..." : "Confirm Booking"}</Button>;
}
