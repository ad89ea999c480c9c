import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { isEqualSecret } from "#app/platform/secrets.server.ts";
import type { OpenPart } from "./part-guards.server.ts";
import { tellAsker } from "./part-mails.server.ts";
import { takesAnswers } from "./standing.ts";
import { LOCK_MINUTES, MAX_TRIES } from "./words.ts";

export const TOO_MANY_TRIES = `Too many tries. Ask again in ${LOCK_MINUTES} minutes.`;

/** Checks the typed date of birth (`YYYY-MM-DD`). Five wrong ones lock the page for 15 minutes, and whoever asked is
 * told once. The first right one opens the part. */
export async function proveBirth(
  deps: Deps,
  { asked, booking, facts, by, standing }: Pick<OpenPart, "asked" | "booking" | "facts" | "by" | "standing">,
  typed: string,
): Promise<"right" | "wrong" | "locked"> {
  const instant = deps.clock.now();
  const now = instant.toISOString();
  return transact(deps.db, async (trx) => {
    const row = await trx
      .updateTable("contributions")
      .set((eb) => ({ tries: eb("tries", "+", 1) }))
      .where("id", "=", asked.id)
      .returning(["tries", "locked_until", "state"])
      .executeTakeFirstOrThrow();
    const change = (values: object) =>
      trx.updateTable("contributions").set(values).where("id", "=", asked.id).execute();
    if (row.locked_until !== null && row.locked_until > now) return "locked";
    const { dob } = facts.person;
    if (dob !== null && isEqualSecret(typed, dob)) {
      const isFirst = row.state === "asked" && takesAnswers(standing);
      await change({
        tries: 0,
        locked_until: null,
        ...(isFirst ? { state: "opened", opened_at: now } : {}),
      });
      if (isFirst) await recordAudit(trx, deps, by, "part.opened", ["booking", booking.id]);
      return "right";
    }
    if (row.tries < MAX_TRIES) return "wrong";
    const until = new Date(instant.getTime() + LOCK_MINUTES * 60_000).toISOString();
    await change({ tries: 0, locked_until: until });
    await recordAudit(trx, deps, by, "part.locked", ["booking", booking.id]);
    await tellAsker(trx, deps, {
      booking,
      asked,
      news: "locked",
      once: asked.token_version,
    });
    return "locked";
  });
}
