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

/** 128 bits, base64url. */
const DRAFT_ID = /^[\w-]{22}$/;

/**
 * Makes a draft for this visitor and clears expired ones away. Returns it with the `Set-Cookie` value that proves whose
 * it is: without that cookie nobody opens it again. It has the wanted id, where that is one and free.
 */
export async function startDraft(
  deps: Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets">,
  request: Request,
  { wantedId = "", ...start }: { answers: Answers; tracking: Tracking; wantedId?: string },
): Promise<{ draft: Draft; setCookie: string }> {
  const visitor = (await readVisitor(deps, request)) ?? deps.ids.random256();
  const now = deps.clock.now();
  const id = await deps.db.transaction().execute(async (trx) => {
    const taken = await trx.selectFrom("drafts").select("id").where("id", "=", wantedId).executeTakeFirst();
    const id = DRAFT_ID.test(wantedId) && !taken ? wantedId : deps.ids.random128();
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
    return id;
  });
  return {
    draft: { id, ...start, createdAt: now.toISOString(), updatedAt: now.toISOString() },
    setCookie: await visitorCookie(deps).serialize(visitor),
  };
}
