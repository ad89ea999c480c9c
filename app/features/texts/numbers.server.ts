import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { readAnswers } from "#app/features/referral/saved-referral.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { ukMobile } from "#app/platform/phone-number.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import type { TextReader } from "./text-topics.ts";

const HASH = "text-number";

/** The numbers that may be texted about a booking; null where there is none: the referrer's, who agreed to hear from us,
 * and that of the contact where the visit is. */
export async function textNumbers(
  deps: { db: Executor; secrets: Secrets },
  booking: BookingRow,
): Promise<Record<TextReader, string | null>> {
  const [form] = await readAnswers(deps, [booking.id], ["communicationAids"]);
  const referrer = ukMobile(booking.referrer_phone, booking.referrer_country_code);
  const site = ukMobile(String(form?.answers.siteContactPhone ?? ""));
  return {
    referrer: booking.consent_updates === 1 ? referrer : null,
    site: site === referrer ? null : site,
  };
}

export const hashNumber = (secrets: Secrets, number: string) => secrets.hash(number, HASH);
/** All hashes under which a number may be kept. */
export const hashesOfNumber = (secrets: Secrets, number: string) => secrets.hashes(number, HASH);

export async function wantsNoTexts({ db, secrets }: Pick<Deps, "db" | "secrets">, number: string) {
  const stop = await db
    .selectFrom("text_stops")
    .select("phone_hash")
    .where("phone_hash", "in", hashesOfNumber(secrets, number))
    .where("since", "is not", null)
    .executeTakeFirst();
  return stop !== undefined;
}

/** Keeps that a number wants no more texts, or wants them again. The same post of the vendor counts once. */
export async function keepStop(
  { db, clock, secrets }: Pick<Deps, "clock" | "secrets"> & { db: Executor },
  { number, id, isStop }: { number: string; id: string; isStop: boolean },
): Promise<void> {
  const hashes = hashesOfNumber(secrets, number);
  const rows = await db.selectFrom("text_stops").selectAll().where("phone_hash", "in", hashes).execute();
  if (rows.some((row) => row.stop_id === id || row.start_id === id)) return;
  const change = isStop ? { since: clock.now().toISOString(), stop_id: id } : { since: null, start_id: id };
  if (rows.length > 0)
    return void (await db.updateTable("text_stops").set(change).where("phone_hash", "in", hashes).execute());
  const row = { phone_hash: hashes[0]!, stop_id: null, start_id: null, ...change };
  await db.insertInto("text_stops").values(row).execute();
}
