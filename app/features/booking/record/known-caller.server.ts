import { STEP_FIELDS } from "#app/features/booking/fields/fields.ts";
import type { Deps } from "#app/deps.server.ts";
import { phoneWords } from "./search-words.ts";
import { answer, type Answers } from "#app/features/booking/fields/steps.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { dialledNumber } from "#app/platform/phone-number.ts";
import { formatMonth } from "#app/platform/dates.ts";

/** The answers of step 1 that a caller gave with their last booking. */
const { referrerEmailConfirmed: _, ...GIVEN } = STEP_FIELDS.referrer;
const COLUMNS = Object.values(GIVEN).map(({ column }) => column);

export type KnownCaller = { name: string; bookings: string; details: Record<keyof typeof GIVEN, string> };

/** Who booked before with the phone number of the draft; null for a new number, an erased booking, and a person whose
 * data is restricted. */
export async function findKnownCaller(deps: Pick<Deps, "db">, answers: Answers): Promise<KnownCaller | null> {
  const country = answer(answers, "referrerCountryCode") || undefined;
  const phone = answer(answers, "referrerPhone");
  if (phoneWords(phone, country).length === 0) return null;
  const word = dialledNumber(phone, country).replace(/\D/g, "");
  const found = await deps.db
    .selectFrom("bookings")
    .innerJoin("booking_search_words", "booking_search_words.booking_id", "bookings.id")
    .where("booking_search_words.word", "=", word)
    .where("bookings.referrer_email", "!=", "")
    .select(["bookings.id", "bookings.referrer_email_key", "bookings.client_last_name"])
    .select(["bookings.client_first_name", "bookings.created_at", ...COLUMNS])
    .orderBy("bookings.created_at", "desc")
    .limit(20)
    .execute();
  const [last] = found;
  if (!last || (await isBookingRestricted(deps.db, last))) return null;
  const client = [last.client_first_name, last.client_last_name].filter(Boolean).join(" ");
  const count =
    found.length === 1
      ? "1 booking"
      : `${found.length === 20 ? "20 bookings or more" : `${found.length} bookings`}, the last`;
  const details = Object.fromEntries(
    Object.entries(GIVEN).map(([name, { column }]) => [name, last[column] ?? ""]),
  ) as KnownCaller["details"];
  return {
    name: `${details.referrerFirstName} ${details.referrerLastName}`,
    bookings: `${count} in ${formatMonth(last.created_at.slice(0, 7))}${client ? ` for ${client}` : ""}`,
    details,
  };
}

/** True when the answers say what the caller gave before. */
export const saysTheSame = (answers: Answers, { details }: KnownCaller) =>
  Object.entries(details).every(
    ([name, value]) =>
      ["referrerPhone", "referrerCountryCode"].includes(name) ||
      answer(answers, name as keyof KnownCaller["details"]) === value,
  );
