import type { Deps } from "#app/deps.server.ts";
import {
  CODE_MINUTES,
  CONFIRM_EMAIL_DAYS,
  PASSWORD_RESET_MINUTES,
} from "#app/features/accounts/lifetimes.ts";
import { isRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { HELD_BACK } from "#app/features/data-protection/restriction.ts";
import { referralSubmissions } from "#app/features/referral/queries.server.ts";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import type { BookingRow } from "#app/features/booking/tables.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import { isMailTopic, TOPICS, type MailPayloads } from "#app/features/mail-queue/topics.ts";

/** Minutes after which the content of a mail no longer works. */
const LIFE_MINUTES: Record<string, number | undefined> = {
  "sign-in-code": CODE_MINUTES,
  "password-reset": PASSWORD_RESET_MINUTES,
  "confirm-email": CONFIRM_EMAIL_DAYS * 24 * 60,
};

async function reasonAgainstReminder(deps: Pick<Deps, "db">, booking: BookingRow): Promise<string | null> {
  if (booking.status === "cancelled" || booking.status === "completed") return "The booking is closed.";
  const submissions = await referralSubmissions(deps.db, [booking.id]);
  if (submissions.has(booking.id)) return "The referral forms were submitted.";
  const optOut = await deps.db
    .selectFrom("reminder_opt_outs")
    .select("booking_id")
    .where("booking_id", "=", booking.id)
    .executeTakeFirst();
  return optOut ? "The referrer asked for no more reminders." : null;
}

/** Why a queued mail is no longer wanted, for staff; null when it is to be sent. */
export async function reasonNotToSend(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  row: Pick<OutboxRow, "id" | "topic" | "created_at" | "recipient" | "payload_sealed">,
  booking: BookingRow | null,
): Promise<string | null> {
  const ageMs = deps.clock.now().getTime() - Date.parse(row.created_at);
  if (ageMs >= (LIFE_MINUTES[row.topic] ?? Infinity) * 60_000) {
    return row.topic === "sign-in-code" ? "The code was no longer valid." : "The link was no longer valid.";
  }
  const person = { emailKey: row.recipient?.toLowerCase() ?? null, bookingIds: booking ? [booking.id] : [] };
  const mayBeHeldBack = !(isMailTopic(row.topic) && TOPICS[row.topic].ignoresRestriction);
  if (mayBeHeldBack && (await isRestricted(deps.db, person))) return HELD_BACK;
  if (row.topic === "status-changed" && booking) {
    const { status } = decryptPayload(deps.secrets, row) as MailPayloads["status-changed"];
    return status === booking.status ? null : "The status has changed again since.";
  }
  if (row.topic === "invoice-ready" && booking?.status === "cancelled") return "The booking was cancelled.";
  if (row.topic === "referral-reminder" && booking) return reasonAgainstReminder(deps, booking);
  return null;
}
