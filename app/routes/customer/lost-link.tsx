import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { checkEmail } from "#app/features/contact-details/email.ts";
import { resendLostLinks } from "#app/features/after-booking/customer/resend-lost-links.server.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { cleanLine } from "#app/platform/clean-line.ts";
import { formatMinutes } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/lost-link";
import { StepForm } from "#app/forms/step-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";

export function loader({ request }: Route.LoaderArgs) {
  return { isSent: new URL(request.url).searchParams.has("sent") };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, clientAddress, requestId } = context.get(requestScope);
  const form = await request.formData();
  const email = cleanLine(String(form.get("email") ?? ""));
  const problem = checkEmail(email, { isTypoAllowed: true });
  if (problem) {
    return data(refuseForm(form, problem.message, { email: [problem.message] }), { status: 400 });
  }
  const result = await resendLostLinks(deps, { email, clientAddress, requestId });
  if (!result.ok) {
    const wait = formatMinutes(result.retryAfterSeconds / 60);
    const summary = `You have asked several times. Please try again in ${wait}, or call us.`;
    return data(refuseForm(form, summary), { status: 429 });
  }
  throw redirect("/lost-link?sent=1");
});

export default function LostLinkPage({ loaderData, actionData: reply }: Route.ComponentProps) {
  const form = useStepForm<{ email: string }>({ id: "lost-link-form" });
  return (
    <Page className="prose" title="Lost your booking link?">
      {loaderData.isSent && !reply ? (
        <Alert tone="good" heading="Please check your email" isLive>
          <p>
            If a booking was made with that address, a link to it is on its way. It can take a few minutes;
            please look in your junk folder too. Each booking&rsquo;s link is sent at most once an hour.
          </p>
        </Alert>
      ) : (
        <p>Tell us the email address, and we send the links of its latest bookings there.</p>
      )}
      <StepForm form={form}>
        <TextField
          field={fieldOf(form, "email")}
          label="Email address"
          hint="The one that the booking was made with."
          type="email"
          autoComplete="email"
        />
        <Submit>Send the link</Submit>
      </StepForm>
    </Page>
  );
}
