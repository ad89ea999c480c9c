import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { ComplaintSchema } from "#app/features/privacy/complaint-schema.ts";
import { submitComplaint } from "#app/features/privacy/complaints.server.ts";
import { readForm, refuseForm } from "#app/forms/read-form.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/complaints";

export const action = formLimit(
  LONG_FORM,
  once(async ({ request, context }: Route.ActionArgs) => {
    const { deps, requestId, clientAddress } = context.get(requestScope);
    const form = await readForm(
      request,
      ComplaintSchema,
      "Your complaint was not sent. Please check the form.",
    );
    if (!form.ok) return data(form.reply, { status: 400 });
    const reference = await submitComplaint(deps, form.value, { clientAddress, requestId });
    if (!reference) {
      const summary =
        "We received many complaints from your address. Please try again in an hour, or call us.";
      return data(refuseForm(form.form, summary), { status: 429 });
    }
    throw redirect(`/complaints/received?reference=${reference}`);
  }),
);

export default function ComplaintsPage() {
  const form = useStepForm<typeof ComplaintSchema>({ id: "complaint" });
  return (
    <Page className="prose" title="Complain about how your data was used">
      <p>
        Tell us if we used personal data wrongly: yours, or that of somebody you act for. A person reads it,
        you get a reference, and we write to you within 30 days. You may also complain to the{" "}
        <a href="https://ico.org.uk/make-a-complaint/">Information Commissioner</a> at any time.
      </p>
      <StepForm form={form} className="stack">
        <TextField field={fieldOf(form, "name")} label="Your name" autoComplete="name" />
        <TextField
          field={fieldOf(form, "email")}
          label="Your email address"
          type="email"
          autoComplete="email"
        />
        <TextField
          field={fieldOf(form, "bookingReference")}
          label="Booking reference"
          hint="Such as MCA-7K4Q-2XPD, if it is about a booking"
          isOptional
          autoComplete="off"
        />
        <TextArea
          field={fieldOf(form, "complaint")}
          label="What went wrong, and what should we do?"
          isAboutPerson
          rows={8}
        />
        <div className="actions">
          <Button>Send complaint</Button>
        </div>
      </StepForm>
    </Page>
  );
}
