import type { Deps } from "#app/deps.server.ts";
import { byVisitor, recordAudit } from "#app/features/audit/record-audit.server.ts";
import { changeBooking, DONE } from "#app/features/booking/record/change-booking.server.ts";
import { insertContact } from "#app/features/booking/record/contacts.server.ts";
import { updateStaffFields } from "#app/features/booking/record/write-booking.server.ts";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import { findVisit, type Visit } from "#app/features/visits/record/find-visits.server.ts";
import { whenOf } from "#app/features/visits/record/visit-times.ts";
import type { TextNews } from "#app/integrations/texts/text-sender.ts";
import { transact } from "#app/platform/database.server.ts";
import { keepStop, ofNumber } from "./numbers.server.ts";
import { TEXT_READERS, type TextPayload } from "./text-topics.ts";

type Report = Extract<TextNews, { kind: "report" }>;
type Reply = Extract<TextNews, { kind: "reply" }>;

/** Does what a signed post of the vendor says. One that comes twice, or after a later one, changes nothing. */
export async function receiveTextNews(deps: Deps, news: TextNews, requestId: string): Promise<void> {
  if (news.kind === "report") await recordReport(deps, news);
  else await receiveReply(deps, news, requestId);
}

/** A text that arrived stays so. Reports on an earlier sending of the same text are not its own. */
async function recordReport({ db, clock }: Deps, { key, vendorId, state, words }: Report): Promise<void> {
  if (state === "under-way") return;
  const isDelivered = state === "delivered";
  await db
    .updateTable("outbox")
    .set({
      delivery: isDelivered ? "delivered" : "bounced",
      delivery_at: clock.now().toISOString(),
      last_error: isDelivered ? null : (words ?? "The text was not delivered."),
    })
    .where("kind", "=", "text")
    .where("id", "=", key)
    // The report may come before the answer to our call.
    .where((eb) =>
      eb.or([eb("vendor_id", "is", null), eb("vendor_id", "=", vendorId), eb("state", "=", "leased")]),
    )
    .where((eb) =>
      isDelivered
        ? eb.or([eb("delivery", "is", null), eb("delivery", "!=", "delivered")])
        : eb("delivery", "is", null),
    )
    .execute();
}

const STOP_WORDS = new Set(["STOP", "STOPALL", "UNSUBSCRIBE", "END", "QUIT", "CANCEL"]);
const START_WORDS = new Set(["START", "UNSTOP"]);
const ANSWERED_WITHIN_MS = 14 * 86_400_000;
const MAX_WORDS = 1_000;

async function receiveReply(deps: Deps, { vendorId, from, words }: Reply, requestId: string) {
  const word = words.toUpperCase().replace(/[^A-Z0-9]/g, "");
  const [isStop, isStart] = [STOP_WORDS.has(word), START_WORDS.has(word)];
  if (isStop || isStart)
    await transact(deps, (inside) => keepStop(inside, { number: from, id: vendorId, isStop }));
  const text = await textAnswered(deps, from);
  if (!text?.booking_id) return;
  const by = byVisitor(requestId);
  const { visitId, reader } = decryptPayload(deps.secrets, text) as TextPayload;
  await changeBooking(deps, { bookingId: text.booking_id, by }, async (inside, booking) => {
    const { db, clock } = inside;
    const isKnown = await db
      .selectFrom("booking_contacts")
      .select("id")
      .where("id", "=", vendorId)
      .executeTakeFirst();
    if (isKnown) return DONE;
    const contact = { booking_id: booking.id, outcome: "texted", next_day: null, user_id: null } as const;
    const said = words.trim().slice(0, MAX_WORDS) || "(no words)";
    const ids = { ...inside.ids, uuid: () => vendorId };
    await insertContact(db, { ...inside, ids }, { ...contact, note: `${TEXT_READERS[reader]}: ${said}` });
    const visit = word === "1" ? await findVisit(inside, visitId) : null;
    const subject = ["booking", booking.id] as const;
    if (visit && isAsTold(text, visit))
      await recordAudit(inside, by, "visit.text-confirmed", subject, { note: whenOf(visit) });
    else await recordAudit(inside, by, "booking.text-received", subject);
    // Whoever answers CANCEL may mean the visit.
    const isDone = (visit && isAsTold(text, visit)) || isStart || (isStop && word !== "CANCEL");
    const now = clock.now().toISOString();
    const due = booking.awaits_contact_since;
    if (!isDone && (due === null || due > now))
      await updateStaffFields(db, inside, booking.id, { awaits_contact_since: now });
    return DONE;
  });
}

/** The latest text to this number; a reply to an older one is to none. */
async function textAnswered({ db, clock, secrets }: Deps, number: string): Promise<OutboxRow | undefined> {
  const since = new Date(clock.now().getTime() - ANSWERED_WITHIN_MS).toISOString();
  return db
    .selectFrom("outbox")
    .selectAll()
    .where(ofNumber(secrets, number))
    .where("payload_sealed", "!=", "")
    .where("finished_at", ">=", since)
    .where("state", "=", "sent")
    .orderBy("finished_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
}

/** Whether a visit is still the one that the reminder named. */
const isAsTold = ({ topic, finished_at }: OutboxRow, visit: Visit) =>
  topic === "text-tomorrow" && visit.ended_as === null && visit.updated_at <= finished_at!;
