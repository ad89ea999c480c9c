import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { addWorkingDays } from "#app/features/booking/fields/working-days.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import {
  deliveryProblem,
  readDelivery,
  type OpenDelivery,
} from "#app/features/report/open-delivery.server.ts";
import { londonDate, startOfLondonDay, type IsoDate } from "#app/platform/dates.ts";
import { lastDayToAsk, questionsOfRecipient, whyNotAsk } from "./ask-period.server.ts";
import { sealedTexts, type Questions } from "./question-rows.server.ts";
import { inNumbers, PURPOSES, staffQuestionsPath, type Purpose } from "./question-words.ts";

const HOUR_MS = 3_600_000;

export const isOpen = ({ state }: Pick<Questions, "state">) => state === "asked" || state === "passed";

/** Queues the notice that nobody has answered by the day: it goes to the office on the next working morning. */
export async function planOverdue(inside: Inside, bookingId: string, id: string, dueOn: IsoDate) {
  const morning = startOfLondonDay(addWorkingDays(dueOn, 1)).getTime() + 9 * HOUR_MS;
  await enqueueMail(inside, {
    topic: "report-questions-overdue",
    to: inside.settings.current().company.email,
    bookingId,
    dedupeKey: `report-questions-overdue:${id}:${dueOn}`,
    payload: { questionsId: id, dueOn, path: staffQuestionsPath(bookingId) },
    notBefore: new Date(morning).toISOString(),
  });
}

type Asked = {
  opened: OpenDelivery;
  by: ActedByRequest;
  purpose: Purpose;
  texts: string[];
  /** The court's day; null where it set none. */
  dueOn: IsoDate | null;
  documentId: string | null;
};

type AskProblem = "cannot-ask" | NonNullable<ReturnType<typeof whyNotAsk>>;

/** Keeps what a recipient asks about a report, and tells the office. The same questions sent twice are asked once. */
export async function askQuestions(deps: Deps, asked: Asked) {
  const { by, purpose, texts, documentId } = asked;
  const bookingId = asked.opened.booking.id;
  const change = { bookingId, by, bindsReferrer: true } as const;
  return changeBooking(deps, change, async (inside): Promise<Result<AskProblem>> => {
    const opened = await readDelivery(inside, asked.opened.delivery.id);
    if (!opened || (await deliveryProblem(inside, opened)) !== null) return refused("cannot-ask");
    const { delivery, report } = opened;
    const before = await questionsOfRecipient(inside, opened);
    const isSame = (one: Questions) =>
      one.purpose === purpose && one.texts.join("\n\n") === texts.join("\n\n");
    if (before.some((one) => isOpen(one) && isSame(one))) return DONE;
    const lastDay = await lastDayToAsk(inside, opened);
    const problem = whyNotAsk(inside, opened, { purpose, lastDay, hasAsked: before.length > 0 });
    if (problem) return refused(problem);
    const now = inside.clock.now();
    const { answerDays } = inside.settings.current().documents;
    const due_on = asked.dueOn ?? addWorkingDays(londonDate(now), answerDays);
    const id = inside.ids.uuid();
    await inside.db
      .insertInto("report_questions")
      .values({
        id,
        delivery_id: delivery.id,
        purpose,
        document_id: documentId,
        due_on,
        state: "asked",
        number: 1 + before.filter(({ delivery_id }) => delivery_id === delivery.id).length,
        text_sealed: sealedTexts.encrypt(inside.secrets, id, texts),
        asked_at: now.toISOString(),
        passed_to: null,
        passed_at: null,
        answer_as: null,
        addendum_key: null,
        addendum_report_id: null,
        answer_sealed: null,
        closed_by: null,
        closed_at: null,
      })
      .execute();
    await inside.db
      .updateTable("report_deliveries")
      .set({ may_ask: 0 })
      .where("id", "=", delivery.id)
      .execute();
    const note = `Version ${report.version}, ${inNumbers(texts.length)}: ${PURPOSES[purpose]}`;
    await recordAudit(inside, by, "report.asked", ["booking", bookingId], { note });
    await enqueueMail(inside, {
      topic: "report-questions-asked",
      to: inside.settings.current().company.email,
      bookingId,
      dedupeKey: `report-questions-asked:${id}`,
      payload: { questionsId: id, path: staffQuestionsPath(bookingId) },
    });
    await enqueueMail(inside, {
      topic: "report-questions-received",
      to: delivery.email,
      bookingId,
      dedupeKey: `report-questions-received:${id}`,
      payload: { deliveryId: delivery.id },
    });
    await planOverdue(inside, bookingId, id, due_on);
    return DONE;
  });
}
