import type { Deps } from "#app/deps.server.ts";
import { CODE_MINUTES } from "#app/features/accounts/sign-in/sign-in.ts";
import { isRestricted } from "#app/features/privacy/marks.server.ts";
import { referralSubmissions } from "#app/features/referral/queries.server.ts";
import { openPayload } from "#app/platform/outbox.server.ts";
import type { BookingRow, OutboxRow } from "#app/platform/tables.ts";
import type { MailPayloads } from "./topics.ts";

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

/** Why a mail that was promised is no longer wanted, in plain words for staff; null when it is to be sent. */
export async function reasonNotToSend(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  row: Pick<OutboxRow, "id" | "topic" | "created_at" | "recipient" | "payload_sealed">,
  booking: BookingRow | null,
): Promise<string | null> {
  if (row.topic === "sign-in-code") {
    const ageMs = deps.clock.now().getTime() - Date.parse(row.created_at);
    return ageMs >= CODE_MINUTES * 60_000 ? "The code was no longer valid." : null;
  }
  const person = { emailKey: row.recipient?.toLowerCase() ?? null, bookingIds: booking ? [booking.id] : [] };
  if (row.topic !== "company-notice" && (await isRestricted(deps.db, person))) {
    return "The privacy desk restricted the use of this person's data.";
  }
  if (row.topic === "status-changed" && booking) {
    const { status } = openPayload(deps.secrets, row) as MailPayloads["status-changed"];
    return status === booking.status ? null : "The status has changed again since.";
  }
  if (row.topic === "referral-reminder" && booking) return reasonAgainstReminder(deps, booking);
  return null;
}
