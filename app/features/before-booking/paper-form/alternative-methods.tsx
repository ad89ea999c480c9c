import { trackEvent } from "#app/features/booking/fields/analytics.ts";

/** `emailHref` is an `emailRequestLink`. */
export function AlternativeMethods({ emailHref }: { emailHref: string }) {
  return (
    <section className="other-ways" aria-labelledby="other-ways">
      <h2 id="other-ways">Alternative Booking Methods</h2>
      <p className="note">
        Prefer paper, or a message? Both reach the same people.{" "}
        <span id="opens">The form opens in a new tab.</span>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a
          className="button is-quiet is-small"
          href="/booking?print=true"
          target="_blank"
          rel="opener"
          aria-describedby="opens"
          onClick={() => trackEvent({ name: "fallback_used", method: "pdf" })}
        >
          Download PDF Form
        </a>
        <a
          className="button is-quiet is-small"
          href={emailHref}
          onClick={() => trackEvent({ name: "fallback_used", method: "email" })}
        >
          Email Your Request
        </a>
      </div>
    </section>
  );
}
