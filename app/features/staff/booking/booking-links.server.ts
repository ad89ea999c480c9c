import { findAssessment, readAssessments, type Assessment } from "#app/features/catalogue/catalogue.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { checkEmail } from "#app/features/contact-details/email.ts";
import { unlinkBooking } from "#app/features/after-booking/customer/unlink-booking.server.ts";
import { withEndedLinks } from "#app/features/booking/record/access-links.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import { changeBooking, DONE } from "#app/features/booking/record/change-booking.server.ts";
import { transact } from "#app/platform/database.server.ts";

export const SEND_LINK_MESSAGES = {
  noAssessments: {
    title: "No assessments selected",
    text: "Please select at least one assessment to generate a booking link",
  },
  noEmail: { title: "Email required", text: "Please enter the customer's email address" },
  noLink: { title: "No link generated", text: "Please generate a booking link first" },
} as const;

const EMAIL_FAILED = { title: "Email failed", text: "Unable to send email. Please try again." };

export function mistypedDomain(suggestion: string) {
  return {
    title: "Possible typo detected in email domain",
    text: `Nothing was sent yet. Did you mean ${suggestion}?`,
  };
}

/** Turns ids or names into assessments, in the catalogue's order; unknown ones are dropped. */
export function chosenAssessments(idsOrNames: readonly string[]): Assessment[] {
  return readAssessments(idsOrNames).ids.map((id) => findAssessment(id)!);
}

function bookingPath(assessments: readonly Assessment[]): string {
  const ids = assessments.map((assessment) => assessment.id).join(",");
  return `/booking?assessments=${encodeURIComponent(ids)}`;
}

/** `{origin}/booking?assessments={comma-separated ids, url-encoded}` */
export const bookingLink = (origin: string, assessments: readonly Assessment[]): string =>
  origin + bookingPath(assessments);

export function idsOfLink(link: string): string[] {
  if (!URL.canParse(link)) return [];
  return (new URL(link).searchParams.get("assessments") ?? "").split(",").filter(Boolean);
}

type LinkMail = ActedByRequest & {
  email: string;
  /** Ids or names. The link is built from them: none is taken from outside. */
  assessments: readonly string[];
};

type LinkMailResult =
  | { ok: true; link: string }
  | {
      ok: false;
      problem: "no-assessments" | "no-email" | "bad-email" | "too-many" | "failed";
      title: string;
      text: string;
      retryAfterSeconds?: number;
    };

/** Mails a booking link with a fixed text; limited per sender. */
export async function sendBookingLink(deps: Deps, mail: LinkMail): Promise<LinkMailResult> {
  const email = mail.email.trim();
  const assessments = chosenAssessments(mail.assessments);
  if (assessments.length === 0) {
    return { ok: false, problem: "no-assessments", ...SEND_LINK_MESSAGES.noAssessments };
  }
  if (email === "") return { ok: false, problem: "no-email", ...SEND_LINK_MESSAGES.noEmail };
  const emailProblem = checkEmail(email, { isTypoAllowed: true });
  if (emailProblem) {
    return { ok: false, problem: "bad-email", title: EMAIL_FAILED.title, text: emailProblem.message };
  }
  const verdict = await hitRateLimit(deps, RATE_LIMITS.bookingLink, mail.actor.id ?? "");
  if (!verdict.isAllowed) {
    return {
      ok: false,
      problem: "too-many",
      title: EMAIL_FAILED.title,
      text: "You have sent many links in the last hour. Please try again a little later.",
      retryAfterSeconds: verdict.retryAfterSeconds,
    };
  }

  const link = bookingLink(deps.env.APP_ORIGIN, assessments);
  const id = deps.ids.uuid();
  try {
    await transact(deps, async (inside) => {
      await recordAudit(inside, mail, "booking-link.sent", ["booking-link", id]);
      await enqueueMail(inside, {
        topic: "booking-link",
        to: email,
        dedupeKey: `booking-link:${id}`,
        payload: {
          path: bookingPath(assessments),
          assessmentNames: assessments.map((assessment) => assessment.name),
        },
      });
    });
  } catch (error) {
    deps.log.error("booking link not stored", { requestId: mail.requestId, ...describeError(error) });
    return { ok: false, problem: "failed", ...EMAIL_FAILED };
  }
  return { ok: true, link };
}

type LinkRenewal = ActedByRequest & {
  bookingId: string;
  /** Ends every link sent so far: one reached the wrong person. */
  isOldLinkRevoked: boolean;
};

/** Mails the referrer the link to their booking. */
export async function renewAccessLink(deps: Deps, renewal: LinkRenewal) {
  const asked = { bookingId: renewal.bookingId, by: renewal, bindsReferrer: true as const };
  return changeBooking(deps, asked, async (inside, booking) => {
    const trx = inside.db;
    if (renewal.isOldLinkRevoked) {
      await unlinkBooking(trx, { id: booking.id, referrerEmailKey: booking.referrer_email_key });
      await updateBooking(trx, inside, booking, withEndedLinks(booking));
    }
    const action = renewal.isOldLinkRevoked ? "booking.link-replaced" : "booking.link-sent";
    await recordAudit(inside, renewal, action, ["booking", booking.id], {
      changedFields: renewal.isOldLinkRevoked ? ["accessLink"] : [],
    });
    await enqueueMail(inside, {
      topic: "access-link",
      to: booking.referrer_email,
      bookingId: booking.id,
      dedupeKey: `access-link:${deps.ids.uuid()}`,
      payload: {},
    });
    return DONE;
  });
}
