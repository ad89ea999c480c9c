import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { SAY_EACH } from "#app/features/booking/record/write-booking.server.ts";
import { lockReferral } from "./saved-referral.server.ts";
import { writeOtherParties } from "./other-parties.server.ts";

const FORMS_AT_ONCE = 100;

/** Makes the words of the other parties in forms that a release before this one saved. A start that was cut off goes
 * on. Forms whose key is gone are left for a start that has it. */
export async function fillOtherParties(
  deps: Pick<Deps, "db" | "secrets" | "log"> & { isStopping?: () => boolean },
): Promise<void> {
  const { db, log, isStopping } = deps;
  let done = 0;
  for (let last = ""; ;) {
    const forms = await db
      .selectFrom("referral_sections")
      .innerJoin("referral_forms", "referral_forms.id", "referral_sections.form_id")
      .select(["form_id", "booking_id"])
      // Literals, as in the index: a bound value would read all sections.
      .where(sql<boolean>`section = 'litigate' and has_party_words = 0`)
      .where("form_id", ">", last)
      .orderBy("form_id")
      .limit(FORMS_AT_ONCE)
      .execute();
    if (forms.length === 0 || isStopping?.()) break;
    last = forms.at(-1)!.form_id;
    for (const { form_id, booking_id } of forms) {
      await setImmediate();
      if (done > 0 && done % SAY_EACH === 0)
        log.info("forms whose other parties can be found so far", { count: done });
      try {
        await transact(deps, async (inside) => {
          const form = await lockReferral(inside, booking_id, ["litigate"]);
          await writeOtherParties(inside, booking_id, form?.sections.litigate?.answers);
          await inside.db
            .updateTable("referral_sections")
            .set({ has_party_words: 1 })
            .where("form_id", "=", form_id)
            .where("section", "=", "litigate")
            .execute();
        });
        done += 1;
      } catch (error) {
        log.warn("other parties of a form cannot be read", describeError(error));
      }
    }
  }
  if (done > 0) log.info("other parties of forms can be found now", { count: done });
}
