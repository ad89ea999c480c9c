import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { bookingsById } from "#app/features/booking/record/find-booking.server.ts";
import { enqueueAll } from "#app/features/outbox/enqueue.server.ts";
import { visitsBetween } from "#app/features/visits/record/find-visits.server.ts";
import { instantOf, type VisitTime } from "#app/features/visits/record/visit-times.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { textNumbers } from "./numbers.server.ts";
import { TEXT_READERS, TEXT_TOPICS, type TextReader, type TextTopic } from "./text-topics.ts";

const SOON_MS = 48 * 3_600_000;
const FROM_TIME = "17:00";
/** After a standstill nobody is woken. */
const UNTIL_TIME = "21:00";

const isOn = ({ textSender, settings }: Pick<Deps, "textSender" | "settings">, topic: TextTopic) =>
  textSender !== null && settings.current().texts[TEXT_TOPICS[topic].when];

type Queued = { topic: TextTopic; booking: BookingRow; visitId: string; key: string };

/** Queues a text to each reader who has a number now. The number, and what the text says, are read when it is sent. */
async function queueTexts(deps: Deps, { topic, booking, visitId, key }: Queued): Promise<void> {
  const numbers = await textNumbers(deps, booking);
  const readers = (Object.keys(TEXT_READERS) as TextReader[]).filter((reader) => numbers[reader] !== null);
  await enqueueAll(
    deps,
    readers.map((reader) => ({
      kind: "text",
      topic,
      bookingId: booking.id,
      to: TEXT_READERS[reader],
      dedupeKey: `${topic}:${key}:${reader}`,
      payload: { visitId, reader },
    })),
  );
}

type Change = {
  booking: BookingRow;
  visitId: string;
  what: "agreed" | "moved" | "cancelled";
  /** When the visit is, and when it was to be. */
  times: readonly VisitTime[];
};

/** Queues the texts about a change of a visit that is, or was to be, within 48 hours. */
export async function textAboutVisit(deps: Deps, { booking, visitId, what, times }: Change): Promise<void> {
  const topic = `text-${what}` as const;
  const now = deps.clock.now().getTime();
  const isSoon = times
    .map(({ day, start }) => instantOf(day, start) - now)
    .some((ms) => ms > 0 && ms <= SOON_MS);
  if (isSoon && isOn(deps, topic))
    await queueTexts(deps, { topic, booking, visitId, key: `${visitId}:${booking.version}` });
}

const TOLD_BY = ["visit-agreed", "visit-moved", "visit-reassigned"];
const TOLD_OR_TEXTED = [...TOLD_BY, "text-tomorrow"];

/** Queues the texts about tomorrow's visits, from 17:00 London on. None about a visit of which the referrer was not
 * told, nor about one that was agreed or moved since: that has its own. Harmless to repeat. */
export async function textTomorrowsVisits(deps: Deps): Promise<void> {
  if (!isOn(deps, "text-tomorrow")) return;
  const now = deps.clock.now();
  const today = londonDate(now);
  const begin = instantOf(today, FROM_TIME);
  if (now.getTime() < begin || now.getTime() >= instantOf(today, UNTIL_TIME)) return;
  const day = addDays(today, 1);
  const visits = (await visitsBetween(deps, { from: day, until: day })).filter(
    ({ updated_at }) => Date.parse(updated_at) < begin,
  );
  const bookingIds = visits.map(({ booking_id }) => booking_id);
  const mails = await byIds(bookingIds, (piece) =>
    deps.db
      .selectFrom("outbox")
      .select("dedupe_key")
      .where("booking_id", "in", piece)
      .where("topic", "in", TOLD_OR_TEXTED)
      .execute(),
  );
  const keys = mails.map(({ dedupe_key }) => dedupe_key);
  const bookings = new Map((await bookingsById(deps.db, bookingIds)).map((row) => [row.id, row]));
  for (const { id: visitId, booking_id } of visits) {
    const isTold = keys.some((key) => TOLD_BY.some((topic) => key.startsWith(`${topic}:${visitId}:`)));
    const key = `${visitId}:${day}`;
    const isQueued = keys.some((one) => one.startsWith(`text-tomorrow:${key}:`));
    const booking = bookings.get(booking_id);
    if (booking && isTold && !isQueued)
      await queueTexts(deps, { topic: "text-tomorrow", booking, visitId, key });
  }
}
