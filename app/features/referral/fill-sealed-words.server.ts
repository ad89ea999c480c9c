import type { Deps } from "#app/deps.server.ts";
import { fillWordsOfOldBookings } from "#app/features/booking/record/write-booking.server.ts";
import type { SectionKey } from "./sections/sections.ts";
import { lockReferral } from "./saved-referral.server.ts";
import { writeFormWords } from "./form-words.server.ts";

/** Makes the words of bookings, and of their referral forms, that a release before this one wrote. */
export async function fillSealedWords(
  deps: Pick<Deps, "db" | "secrets" | "log"> & { isStopping?: () => boolean },
): Promise<void> {
  const count = await fillWordsOfOldBookings(deps, async (db, bookingId) => {
    const inside = { db, secrets: deps.secrets };
    const sections = Object.entries((await lockReferral(inside, bookingId))?.sections ?? {});
    for (const [section, { answers }] of sections)
      await writeFormWords(inside, bookingId, section as SectionKey, answers);
  });
  if (count > 0)
    deps.log.info("all phone numbers, towns and postcodes of bookings can be found now", { count });
}
