import { DRAFT_HOURS } from "#app/features/data-protection/retention.ts";
import { Alert } from "#app/ui/alert.tsx";
import { useSite } from "#app/ui/frame-parts.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { BookingFor } from "./booking-for.server.ts";
import type { UnfinishedDraft } from "./begin-booking.server.ts";
import { stepHref } from "#app/features/booking/fields/steps.ts";

const PROBE = "cookie-probe";

/** A browser may say that it takes cookies, and drop each of them. */
function takesCookies(): boolean {
  document.cookie = `${PROBE}=1; SameSite=Lax`;
  const isKept = document.cookie.includes(`${PROBE}=1`);
  document.cookie = `${PROBE}=; Max-Age=0`;
  return isKept;
}

/** Calls `read` when the form is sent and not before: until then nothing is kept, and a phone takes a tenth of a second
 * for the first use of `Intl`. */
const fillWhenSent = (read: () => string) => (input: HTMLInputElement | null) => {
  input?.form?.addEventListener("submit", () => (input.value = read()), { once: true });
};

// oxlint-disable-next-line no-restricted-globals
const fillTimeZone = fillWhenSent(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
const fillCookies = fillWhenSent(() => (takesCookies() ? "on" : ""));

/** Hidden fields about the browser that the first POST reports; nothing is kept before it. */
export function LandingFields({ referrer }: { referrer: string }) {
  return (
    <>
      <input type="hidden" name="landingReferrer" value={referrer} />
      <input type="hidden" name="timeZone" ref={fillTimeZone} />
      <input type="hidden" name="cookies" ref={fillCookies} />
    </>
  );
}

export function CookiesRefused() {
  const { phone } = useSite();
  return (
    <Alert tone="warning" heading="Your browser does not accept our cookie" className="mb-6">
      <p>
        What you typed is still here, below. To go on, the booking form needs one cookie: it keeps your
        answers yours. It is not used for anything else. Nothing has been booked yet.
      </p>
      <ul className="list-disc pl-5">
        <li>Allow cookies for this website in your browser’s settings, then press Continue.</li>
        <li>
          Or <a href="/booking?print=true">print the paper form</a>.
        </li>
        <li>
          Or call us: <PhoneLink number={phone} />.
        </li>
      </ul>
    </Alert>
  );
}

/** In whose name a member books, and what else they may choose. */
export function BooksFor({ booksFor }: { booksFor: BookingFor }) {
  const { id, heading, words, others, isLost } = booksFor;
  return (
    <Alert tone={isLost ? "warning" : "info"} className="mb-6" heading={heading}>
      {id ? <input type="hidden" name="organisation" value={id} /> : null}
      <p className="flex flex-wrap gap-x-5">
        {words}
        {others.map((other) => (
          <a key={other.id} href={`/booking?of=${other.id}`}>
            {other.words}
          </a>
        ))}
      </p>
    </Alert>
  );
}

export function Preselected({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Alert className="mb-6" heading="Already chosen for you">
      <ul className="list-disc pl-5">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p>You can change this in step 2.</p>
    </Alert>
  );
}

/** Shows nothing of the contents: the screen may be shared. "Start afresh" keeps what was typed below. */
export function UnfinishedBooking({ draft }: { draft: UnfinishedDraft }) {
  return (
    <Alert heading="You have an unfinished booking" className="mb-6">
      <p>
        It was last saved on {formatInstant(draft.savedAt)}. We keep it for {DRAFT_HOURS} hours.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <input type="hidden" name="discardDraft" value={draft.id} />
        <ButtonLink isSmall to={stepHref(draft.step, draft.id)}>
          Continue your booking
        </ButtonLink>
        <Button isSmall look="quiet" intent="discard">
          Start afresh
        </Button>
      </div>
    </Alert>
  );
}
