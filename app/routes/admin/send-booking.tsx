import { data, redirect, useActionData } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  bookingLink,
  chosenAssessments,
  idsOfLink,
  mistypedDomain,
  SEND_LINK_MESSAGES,
  sendBookingLink,
} from "#app/features/staff/booking/booking-links.server.ts";
import { checkEmail } from "#app/features/contact-details/email.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { cleanLine } from "#app/platform/clean-line.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { CheckboxGroup } from "#app/forms/choice-fields.tsx";
import { intentOf } from "#app/forms/intent.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import { CopyField } from "#app/ui/copy-field.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/send-booking";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  const query = new URL(request.url).searchParams;
  const chosen = chosenAssessments((query.get("assessments") ?? "").split(","));
  return {
    chosenNames: chosen.map((assessment) => assessment.name),
    link: chosen.length > 0 ? bookingLink(deps.env.APP_ORIGIN, chosen) : null,
    isSent: query.has("sent"),
  };
}

const STATUS_OF: Record<string, number> = { "too-many": 429, failed: 500 };

type Refusal = { title: string; text: string };

function refuse(form: FormData, formId: string, field: string, refusal: Refusal, status = 400) {
  const reply = refuseForm(form, refusal.text, { [field]: [refusal.title] }, { formId });
  return data({ ...reply, title: refusal.title }, { status });
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  const form = await request.formData();
  if (intentOf(form) === "generate") {
    const chosen = chosenAssessments(form.getAll("assessments").map(String));
    if (chosen.length === 0) {
      return refuse(form, "generate-form", "assessments", SEND_LINK_MESSAGES.noAssessments);
    }
    throw redirect(`/admin/send-booking?assessments=${chosen.map(({ id }) => id).join(",")}`);
  }
  const corrected = form.get("useAddress");
  const email = cleanLine(String(corrected ?? form.get("email") ?? ""));
  const ids = idsOfLink(String(form.get("link") ?? ""));
  if (email.trim() === "") return refuse(form, "send-form", "email", SEND_LINK_MESSAGES.noEmail);
  if (ids.length === 0) return refuse(form, "send-form", "email", SEND_LINK_MESSAGES.noLink);
  const isKept = corrected !== null || cleanLine(String(form.get("emailConfirmed") ?? "")) === email;
  const suggestion = isKept ? undefined : checkEmail(email)?.suggestion;
  if (suggestion) {
    const { data: reply } = refuse(form, "send-form", "email", mistypedDomain(suggestion));
    return data({ ...reply, suggestion }, { status: 400 });
  }
  const result = await sendBookingLink(deps, { email, assessments: ids, ...by });
  if (!result.ok) return refuse(form, "send-form", "email", result, STATUS_OF[result.problem] ?? 400);
  throw redirect(`/admin/send-booking?assessments=${ids.join(",")}&sent=1`);
});

export default function SendBookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { chosenNames, link, isSent } = loaderData;
  return (
    <Page title="Send booking link">
      <p className="lead">
        Choose the assessments that the customer needs. The link opens the booking form with these chosen.
      </p>
      {isSent && !actionData ? (
        <Alert tone="good" heading="Email sent" isLive>
          <p>The booking link is on its way to the customer.</p>
        </Alert>
      ) : null}
      <div className="grid gap-4 lg:grid-cols-2">
        <Card heading="Choose assessments">
          <GenerateLinkForm key={link} chosenNames={chosenNames} />
        </Card>
        <Card heading="Copy or send the link">
          {link ? null : <p className="note mb-4">Generate a link first; it then appears here.</p>}
          <SendLinkForm link={link} />
        </Card>
      </div>
    </Page>
  );
}

function GenerateLinkForm({ chosenNames }: { chosenNames: string[] }) {
  const form = useStepForm<{ assessments: string[] }>({
    id: "generate-form",
    saved: { assessments: chosenNames },
  });
  return (
    <StepForm form={form}>
      <input type="hidden" name="intent" value="generate" />
      <CheckboxGroup
        field={fieldOf(form, "assessments")}
        label="Assessments"
        options={currentOffer().assessments.map((assessment) => ({ value: assessment.name }))}
        isWide
      />
      <Button>Generate Booking Link</Button>
    </StepForm>
  );
}

function SendLinkForm({ link }: { link: string | null }) {
  const form = useStepForm<{ email: string }>({ id: "send-form", toastTitle: "Email failed" });
  const suggestion = useActionData<{ suggestion?: string }>()?.suggestion;
  return (
    <>
      {link ? <CopyField id="link" name="link" formId="send-form" label="Booking link" value={link} /> : null}
      <StepForm form={form}>
        <input type="hidden" name="intent" value="send" />
        <TextField
          field={fieldOf(form, "email")}
          label="Customer's email address"
          isOptional
          type="email"
          autoComplete="off"
        />
        {suggestion ? (
          <div className="actions mb-4">
            <Button isSmall name="useAddress" value={suggestion}>
              Send to {suggestion}
            </Button>
            <Button isSmall look="quiet" name="emailConfirmed" value={String(form.values.email ?? "")}>
              Keep this address and send
            </Button>
          </div>
        ) : null}
        <Button look="quiet">Send</Button>
      </StepForm>
    </>
  );
}
