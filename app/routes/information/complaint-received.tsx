import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/complaint-received";

const REFERENCE = /^DPC-[A-Z0-9]{4}-[A-Z0-9]{4}$/;

export function loader({ request }: Route.LoaderArgs) {
  const reference = new URL(request.url).searchParams.get("reference") ?? "";
  return { reference: REFERENCE.test(reference) ? reference : null };
}

export default function ComplaintReceivedPage({ loaderData: { reference } }: Route.ComponentProps) {
  return (
    <Page className="prose" title="We received your complaint">
      {reference ? (
        <p>
          Your reference is <strong className="inline-block">{reference}</strong>. Please keep it.
        </p>
      ) : null}
      <p>We sent a confirmation to your email address, and write to you within 30 days.</p>
      <p>
        <a href="/">Go to the booking page</a>
      </p>
    </Page>
  );
}
