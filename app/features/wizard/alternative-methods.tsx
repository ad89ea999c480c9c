import { Card } from "#app/ui/card.tsx";
import { trackEvent } from "#app/features/booking/analytics.ts";
import { emailRequestLink } from "./email-request.ts";

/** For those who would rather not fill in the form here (SPEC section 2). */
export function AlternativeMethods({ contactEmail }: { contactEmail: string }) {
  return (
    <Card heading="Alternative Booking Methods">
      <p className="note">Prefer paper, or a message? Both reach the same people.</p>
      <div className="mt-3 flex flex-col gap-2">
        <a
          className="button is-quiet"
          href="/booking?print=true"
          target="_blank"
          rel="opener"
          onClick={() => trackEvent({ name: "fallback_used", method: "pdf" })}
        >
          Download PDF Form
        </a>
        <a
          className="button is-quiet"
          href={emailRequestLink(contactEmail)}
          onClick={() => trackEvent({ name: "fallback_used", method: "email" })}
        >
          Email Your Request
        </a>
      </div>
    </Card>
  );
}
