import type { Deps } from "#app/deps.server.ts";
import {
  draftExpiry,
  readVisitor,
  sealAnswers,
  visitorCookie,
  visitorHash,
  type Draft,
} from "./drafts.server.ts";
import type { Answers } from "./steps.ts";
import type { Tracking } from "./tracking.ts";

/**
 * Makes a draft for this visitor and clears expired ones away. Returns it with the `Set-Cookie` value that proves whose
 * it is: without that cookie nobody opens it again.
 */
export async function startDraft(
  deps: Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets">,
  request: Request,
  start: { answers: Answers; tracking: Tracking },
): Promise<{ draft: Draft; setCookie: string }> {
  const visitor = (await readVisitor(deps, request)) ?? deps.ids.random256();
  const now = deps.clock.now();
  const id = deps.ids.random128();
  await deps.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("drafts").where("expires_at", "<=", now.toISOString()).execute();
    await trx
      .insertInto("drafts")
      .values({
        id,
        visitor_hash: visitorHash(deps, visitor),
        answers_sealed: sealAnswers(deps, id, start.answers),
        tracking: JSON.stringify(start.tracking),
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
        expires_at: draftExpiry(now),
      })
      .execute();
  });
  return {
    draft: { id, ...start, createdAt: now.toISOString(), updatedAt: now.toISOString() },
    setCookie: await visitorCookie(deps).serialize(visitor),
  };
}
