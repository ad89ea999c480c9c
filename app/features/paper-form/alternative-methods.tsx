import { trackEvent } from "#app/features/booking/analytics.ts";
import { noticeText } from "#app/features/catalogue/catalogue.ts";
import { useSite } from "#app/ui/frame-parts.tsx";

export function AlternativeMethods() {
  const { email } = useSite();
  return (
    <section className="other-ways" aria-labelledby="other-ways">
      <h2 id="other-ways">Alternative Booking Methods</h2>
      <p className="note">Prefer paper, or a message? Both reach the same people.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a
          className="button is-quiet is-small"
          href="/booking?print=true"
          target="_blank"
          rel="opener"
          onClick={() => trackEvent({ name: "fallback_used", method: "pdf" })}
        >
          Download PDF Form
        </a>
        <a
          className="button is-quiet is-small"
          href={emailRequestLink(email)}
          onClick={() => trackEvent({ name: "fallback_used", method: "email" })}
        >
          Email Your Request
        </a>
      </div>
    </section>
  );
}

const bodyText = () => `Hello,

I would like to request a mental capacity assessment.

REFERRER DETAILS (you)
First name:
Last name:
Email:
Phone:
Relationship to the client:
Acting in a professional capacity (yes or no):
Company or organisation (if any):

CLIENT DETAILS (the person to be assessed)
Title:
First name:
Last name:
Date of birth:
Gender:
Phone:
Address and postcode:

ASSESSMENT DETAILS
Assessments needed:
Face-to-face or virtual:
Town, city or postcode of the assessment:
Preferred date (at least ${noticeText()} from today):
Weekends possible (yes or no):
Earlier date preferred if possible (yes or no):
Pay now or pay later:

Anything else we should know:

Thank you`;

export function emailRequestLink(contactEmail: string): string {
  const subject = encodeURIComponent("Mental capacity assessment request");
  const body = encodeURIComponent(bodyText().replaceAll("\n", "\r\n"));
  return `mailto:${contactEmail}?subject=${subject}&body=${body}`;
}
