import type { Deps } from "#app/deps.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import type { CancelCode } from "#app/features/outbox/cancel-codes.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import type { JobHandler, JobResult } from "#app/features/outbox/jobs.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import { fillText } from "#app/features/settings/text-words.ts";
import { findVisit, visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import { hasBegun } from "#app/features/visits/record/visit-times.ts";
import { addDays, formatDayName, londonDate } from "#app/platform/dates.ts";
import { hashNumber, textNumbers, wantsNoTexts } from "./numbers.server.ts";
import { isTextTopic, TEXT_TOPICS, type TextPayload, type TextTopic } from "./text-topics.ts";

/** Sends one text at a time, like mails. Without the keys of a service none is sent. */
export function textHandler(deps: Deps): JobHandler {
  return {
    kind: "text",
    slots: deps.textSender ? 1 : 0,
    urgentTopics: [],
    retryMs: () => null,
    label: (topic) => (isTextTopic(topic) ? TEXT_TOPICS[topic].label : topic),
    recipientWords: "No longer kept",
    waitsFor: () => (deps.textSender ? null : "Waits until Twilio’s keys are configured."),
    pausedMs: () => deps.textSender?.pausedMs?.() ?? 0,
    run: (row) => deliverText(deps, row),
  };
}

/** The visit that a text is about, as things are now; null when another message says what is right. */
async function subjectOf(deps: Deps, topic: TextTopic, bookingId: string, visitId: string) {
  const now = deps.clock.now();
  const upcoming = upcomingVisit(await visitsOfBooking(deps, bookingId), now);
  const isCancelled = topic === "text-cancelled";
  const visit = isCancelled ? await findVisit(deps, visitId) : upcoming;
  if (!visit || visit.id !== visitId || hasBegun(visit, now)) return null;
  if (isCancelled) return upcoming || visit.ended_as !== "cancelled" ? null : visit;
  const isReminder = topic === "text-tomorrow";
  return isReminder && visit.day !== addDays(londonDate(now), 1) ? null : visit;
}

type Composed = { to: string; text: string } | { skip: CancelCode };

/** Composes a text as things are now. `skip` says why it is not sent. */
async function composeText(deps: Deps, row: OutboxRow): Promise<Composed> {
  if (!isTextTopic(row.topic)) throw new Error("Not a text");
  if (row.payload_sealed === "") return { skip: "text-deleted" };
  const booking = row.booking_id ? await findBooking(deps.db, row.booking_id) : null;
  if (!booking || isErased(booking)) return { skip: "booking-gone" };
  if (await isBookingRestricted(deps.db, booking)) return { skip: "restricted" };
  const { texts, company } = deps.settings.current();
  const { when, words } = TEXT_TOPICS[row.topic];
  if (!texts[when]) return { skip: "texts-off" };
  const { visitId, reader } = decryptPayload(deps.secrets, row) as TextPayload;
  const visit = await subjectOf(deps, row.topic, booking.id, visitId);
  if (!visit) return { skip: "visit-changed" };
  const to = (await textNumbers(deps, booking))[reader];
  if (to === null) return { skip: "no-mobile" };
  const facts = { practice: company.name, phone: company.phone, reference: booking.reference };
  const time = { day: formatDayName(visit.day), time: visit.start };
  return { to, text: fillText(texts[words], { ...facts, ...time }) };
}

/** The text of a row as it would read now; null for no text, and for one that would not be sent. */
export async function previewText(deps: Deps, row: OutboxRow) {
  const composed = row.kind === "text" ? await composeText(deps, row) : { skip: null };
  return "skip" in composed ? null : { subject: null, text: composed.text };
}

const monthNow = ({ clock }: Pick<Deps, "clock">) => londonDate(clock.now()).slice(0, 7);

export async function textsThisMonth(deps: Pick<Deps, "db" | "clock">): Promise<number> {
  const row = await deps.db
    .selectFrom("text_months")
    .select("sent")
    .where("month", "=", monthNow(deps))
    .executeTakeFirst();
  return row?.sent ?? 0;
}

/** Counts a text before it leaves. False, and staff are told once a month, when the ceiling is reached. */
async function countText(deps: Deps, month: string): Promise<boolean> {
  const { ceiling } = deps.settings.current().texts;
  const first = deps.db.insertInto("text_months").values({ month, sent: 0 });
  await first.onConflict((conflict) => conflict.column("month").doNothing()).execute();
  const { numUpdatedRows } = await deps.db
    .updateTable("text_months")
    .set((eb) => ({ sent: eb("sent", "+", 1) }))
    .where("month", "=", month)
    .where("sent", "<", ceiling)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return true;
  await enqueueMail(deps, {
    topic: "texts-stopped",
    to: deps.settings.current().company.email,
    dedupeKey: `texts-stopped:${month}`,
    payload: { ceiling, path: "/admin/settings/texts" },
  });
  return false;
}

/** Composes and sends the text of a leased row, unless it is no longer wanted. Throws `DeliveryError`. */
async function deliverText(deps: Deps, row: OutboxRow): Promise<JobResult> {
  const sender = deps.textSender;
  if (!sender) throw new Error("There is no text service");
  const composed = await composeText(deps, row);
  if ("skip" in composed) return { state: "cancelled", code: composed.skip };
  const { to, text } = composed;
  if (await wantsNoTexts(deps, to)) return { state: "cancelled", code: "number-stopped" };
  const month = monthNow(deps);
  if (!(await countText(deps, month))) return { state: "cancelled", code: "texts-ceiling" };
  await deps.db
    .updateTable("outbox")
    .set({ phone_hash: hashNumber(deps.secrets, to) })
    .where("id", "=", row.id)
    .execute();
  const mayHaveArrived = row.attempts > 1 || row.last_error !== null;
  let isSent = false;
  try {
    const sent = await sender.send(to, text, row.id, mayHaveArrived ? new Date(row.created_at) : null);
    if (sent === "stopped") return { state: "cancelled", code: "number-stopped" };
    isSent = true;
    return { state: "sent", vendorId: sent.vendorId };
  } finally {
    if (!isSent)
      await deps.db
        .updateTable("text_months")
        .set((eb) => ({ sent: eb("sent", "-", 1) }))
        .where("month", "=", month)
        .execute();
  }
}
