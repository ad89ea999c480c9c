import { Page } from "#app/ui/page.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { useSite } from "#app/ui/frame-parts.tsx";

const LINES = ["Booking reference", "Booked on", "Your name", "Your address", "Date"];

/** For private persons: Consumer Contracts Regulations 2013, Schedule 3. Checked on 25 November 2026. */
export default function RightToCancelPage() {
  const site = useSite();
  return (
    <Page className="prose" title="Your right to cancel">
      <p>
        If you book as a private person, you can cancel within 14 days of the day on which you booked. You
        need not give a reason. If you book for your work or for an organisation, what we have agreed with you
        applies.
      </p>
      <h2>How to cancel</h2>
      <p>
        Open your booking from the link in our email and press “Cancel online”: this takes effect at once, and
        we confirm it by email. You can also call <PhoneLink number={site.phone} />, write to{" "}
        <a href={`mailto:${site.email}`}>{site.email}</a>, or send us the form below. It is enough if you send
        your message before the 14 days are over.
      </p>
      <h2>What you get back</h2>
      <p>We pay back what you have paid, in the way you paid it, within 14 days of your message.</p>
      <h2>If you asked us to start earlier</h2>
      <p>
        We only start within the 14 days if you ask us to. If you cancel after we have started, you pay for
        what we have done up to then. Once the assessment is complete, you can no longer cancel.
      </p>
      <section className="card" aria-label="Cancellation form">
        <h2>Cancellation form</h2>
        <p className="note">Fill in and send this only if you wish to cancel.</p>
        <p className="mt-3">
          To {site.name}, {site.email}
        </p>
        <p className="mt-3">I cancel my contract for the assessment that I booked with you.</p>
        <dl className="mt-3 grid gap-4">
          {LINES.map((line) => (
            <div key={line}>
              <dt>{line}</dt>
              <dd className="border-b border-control pt-6" aria-hidden="true" />
            </div>
          ))}
          <div>
            <dt>Your signature (only on paper)</dt>
            <dd className="border-b border-control pt-6" aria-hidden="true" />
          </div>
        </dl>
      </section>
      <div className="actions">
        <PrintButton>Print this page</PrintButton>
      </div>
    </Page>
  );
}
