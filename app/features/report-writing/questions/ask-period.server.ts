import type { Deps } from "#app/deps.server.ts";
import { deadlinesOf } from "#app/features/referral/deadlines.server.ts";
import type { OpenDelivery } from "#app/features/report/open-delivery.server.ts";
import { isSameAddress, reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { addDays, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { TEMPLATES } from "../templates.ts";
import { writtenReports } from "../written-report.server.ts";
import { questionsWhere } from "./question-rows.server.ts";
import type { Purpose } from "./question-words.ts";

type ReadDeps = Pick<Deps, "clock" | "secrets" | "settings"> & { db: Executor };

/** The declaration of the released report that was written here for a court; null without one. */
export async function courtDeclaration(deps: ReadDeps, bookingId: string): Promise<string | null> {
  const titles = (await writtenReports(deps, { bookingId, state: "released" })).map(({ tree }) => tree.title);
  const found = Object.values(TEMPLATES).find((one) => one.isForCourt && titles.includes(one.title));
  return found?.declaration ?? null;
}

/** True where a released report is one for proceedings: written for a court, about conducting proceedings, or with a
 * hearing or a court's day in the referral forms. */
async function isForProceedings(deps: ReadDeps, bookingId: string): Promise<boolean> {
  if ((await courtDeclaration(deps, bookingId)) !== null) return true;
  const days = (await deadlinesOf(deps, [bookingId])).get(bookingId) ?? [];
  if (days.some(({ kind }) => kind !== "decision")) return true;
  const released = (await reportsOfBooking(deps, bookingId)).filter(({ state }) => state === "released");
  return released.some(({ decisions }) => decisions.includes("capacity-litigate"));
}

/** The last London day for questions to clarify, counted from the day on which the recipient was sent the version; null
 * where Settings set none (Court of Protection Rules 2017 r. 15.7, CPR 35.6: 28 days). */
export async function lastDayToAsk(deps: ReadDeps, { delivery, booking }: OpenDelivery) {
  const { askDays, askDaysFor } = deps.settings.current().documents;
  const isBound = askDaysFor === "all" || (await isForProceedings(deps, booking.id));
  return isBound ? addDays(londonDate(new Date(delivery.created_at)), askDays) : null;
}

/** Questions that the recipient has asked about any version of the booking's report. */
export const questionsOfRecipient = async (deps: ReadDeps, { delivery, booking }: OpenDelivery) =>
  (await questionsWhere(deps, { bookingId: booking.id })).filter(({ asker }) =>
    isSameAddress(asker, delivery),
  );

/** Why the recipient cannot ask now; null when they can. A wrong fact and an order of the court are never too late. */
export function whyNotAsk(
  { clock }: Pick<Deps, "clock">,
  { delivery }: OpenDelivery,
  asked: { purpose: Purpose; lastDay: IsoDate | null; hasAsked: boolean },
) {
  if (delivery.may_ask === 1) return null;
  if (asked.hasAsked) return "asked-before";
  const isOver = asked.lastDay !== null && londonDate(clock.now()) > asked.lastDay;
  return isOver && asked.purpose === "clarify" ? "too-late" : null;
}
