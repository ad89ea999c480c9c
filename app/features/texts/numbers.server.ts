import type { ExpressionBuilder } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { readAnswers } from "#app/features/referral/saved-referral.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { ukMobile } from "#app/platform/phone-number.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import type { Tables } from "#app/platform/tables.ts";

const HASH = "text-number";

/** The numbers that may be texted about a booking; null where there is none. The referrer agreed to hear from us, the
 * contact to be told of the visit. */
export async function textNumbers(deps: { db: Executor; secrets: Secrets }, booking: BookingRow) {
  const [form] = await readAnswers(deps, [booking.id], ["communicationAids"]);
  const referrer = ukMobile(booking.referrer_phone, booking.referrer_country_code);
  const site = ukMobile(String(form?.answers.siteContactPhone ?? ""));
  return {
    referrer: booking.consent_updates === 1 ? referrer : null,
    site: site === referrer ? null : site,
  };
}

export const hashNumber = (secrets: Secrets, number: string) => secrets.hash(number, HASH);

/** Rows of a number, whichever key of the service made their hash. */
export const ofNumber =
  (secrets: Secrets, number: string) => (eb: ExpressionBuilder<Tables, "outbox" | "text_stops">) =>
    eb.or(secrets.hashes(number, HASH).map((hash) => eb("phone_hash", "=", hash)));

export async function wantsNoTexts({ db, secrets }: Pick<Deps, "db" | "secrets">, number: string) {
  const stop = await db
    .selectFrom("text_stops")
    .select("phone_hash")
    .where(ofNumber(secrets, number))
    .where("since", "is not", null)
    .executeTakeFirst();
  return stop !== undefined;
}

/** Keeps that a number wants no more texts, or wants them again. The same post of the vendor counts once. */
export async function keepStop(
  { db, clock, secrets }: Pick<Deps, "clock" | "secrets"> & { db: Executor },
  { number, id, isStop }: { number: string; id: string; isStop: boolean },
): Promise<void> {
  const isOfNumber = ofNumber(secrets, number);
  const rows = await db.selectFrom("text_stops").selectAll().where(isOfNumber).execute();
  if (rows.some((row) => row.stop_id === id || row.start_id === id)) return;
  const change = isStop ? { since: clock.now().toISOString(), stop_id: id } : { since: null, start_id: id };
  if (rows.length > 0)
    return void (await db.updateTable("text_stops").set(change).where(isOfNumber).execute());
  const row = { phone_hash: hashNumber(secrets, number), stop_id: null, start_id: null, ...change };
  await db.insertInto("text_stops").values(row).execute();
}
