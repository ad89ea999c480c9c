import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { checkEmail } from "#app/features/contact-details/email.ts";
import { LostLinkForm } from "#app/features/customer/lost-link-form.tsx";
import { resendLostLinks } from "#app/features/customer/resend-lost-links.server.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { cleanLine } from "#app/platform/clean-line.ts";
import { Alert } from "#app/ui/alert.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/lost-link";

/** For everybody: a person who lost the link of a booking cannot sign in with it. */
export function loader({ request }: Route.LoaderArgs) {
  return { isSent: new URL(request.url).searchParams.has("sent") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { deps, clientAddress, requestId } = context.get(requestScope);
  const form = await request.formData();
  const email = cleanLine(String(form.get("email") ?? ""));
  const problem = checkEmail(email, { isTypoAllowed: true });
  if (problem) {
    return data(refuseForm(form, problem.message, { email: [problem.message] }), { status: 400 });
  }
  const result = await resendLostLinks(deps, { email, clientAddress, requestId });
  if (!result.ok) {
    const minutes = Math.ceil(result.retryAfterSeconds / 60);
    const summary = `You have asked several times. Please try again in ${minutes} minutes, or call us.`;
    return data(refuseForm(form, summary), { status: 429 });
  }
  throw redirect("/lost-link?sent=1");
}

export default function LostLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="prose">
      <PageTitle title="Lost your booking link?" isRefused={Boolean(actionData)} />
      <h1>Lost your booking link?</h1>
      {loaderData.isSent && !actionData ? (
        <Alert tone="good" heading="Please check your email" isLive>
          <p>
            If a booking was made with that address, a link to it is on its way. It can take a few minutes;
            please look in your spam folder too. Each booking&rsquo;s link is sent at most once an hour.
          </p>
        </Alert>
      ) : (
        <p>Tell us the email address, and we send the links of its latest bookings there.</p>
      )}
      <LostLinkForm reply={actionData} />
    </div>
  );
}
