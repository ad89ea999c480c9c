import type { Deps } from "#app/deps.server.ts";
import { fillWordsOfOldBookings } from "#app/features/booking/record/write-booking.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import { SECTION_KEYS } from "./sections/sections.ts";
import { lockReferral } from "./saved-referral.server.ts";
import { writeFormWords } from "./form-words.server.ts";

async function writeWordsOfForms(deps: { db: Executor; secrets: Secrets }, bookingId: string): Promise<void> {
  const form = await lockReferral(deps, bookingId);
  for (const section of SECTION_KEYS) {
    const saved = form?.sections[section];
    if (saved) await writeFormWords(deps, bookingId, section, saved.answers);
  }
}

/** Makes the words of bookings, and of their referral forms, that a release before this one wrote. */
export async function fillSealedWords(
  deps: Pick<Deps, "db" | "secrets" | "log"> & { isStopping?: () => boolean },
): Promise<void> {
  const count = await fillWordsOfOldBookings(deps, (db, id) =>
    writeWordsOfForms({ db, secrets: deps.secrets }, id),
  );
  if (count > 0)
    deps.log.info("all phone numbers, towns and postcodes of bookings can be found now", { count });
}
