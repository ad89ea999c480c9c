import type { AuditAction } from "#app/features/audit/history-words.ts";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { sealedReply, updateContribution } from "./contribution-rows.server.ts";
import type { OpenPart } from "./part-guards.server.ts";
import { tellAsker } from "./part-mails.server.ts";
import { lockWithBooking, type Locked } from "./save-part.server.ts";
import { takesAnswers, type Standing } from "./standing.ts";

/** An answer of somebody who is asked, besides the parts themselves. */
export type RequestAnswer =
  | { kind: "declined" | "not-me"; reason?: string }
  | { kind: "fee"; fee: string }
  | { kind: "birth-doubted" | "reopen-asked" };

const ACTIONS = { declined: "part.declined", "not-me": "part.not-for-them", fee: "part.fee" } as const;

function changeFor(deps: Deps, { asked }: Locked, answer: RequestAnswer) {
  const now = deps.clock.now().toISOString();
  const reply = (more: object) => sealedReply.encrypt(deps.secrets, asked.id, { ...asked.reply, ...more });
  switch (answer.kind) {
    case "declined":
    case "not-me":
      return { state: answer.kind, decided_at: now, reply_sealed: reply({ reason: answer.reason ?? "" }) };
    case "fee":
      return { fee_at: now, reply_sealed: reply({ fee: answer.fee }) };
    case "birth-doubted":
      return asked.birth_doubted_at === null ? { birth_doubted_at: now } : null;
    case "reopen-asked":
      return asked.reopen_asked_at === null ? { reopen_asked_at: now } : null;
  }
}

const mayAnswer = (kind: RequestAnswer["kind"], standing: Standing) =>
  kind === "reopen-asked" ? standing === "expired" : takesAnswers(standing) || standing === "expired";

/** Records an answer of whoever is asked, and tells the one who asked. False when it is too late for it; what was said
 * before is not said twice. */
export async function replyToRequest(
  deps: Deps,
  { asked: { id }, by }: Pick<OpenPart, "asked" | "by">,
  answer: RequestAnswer,
): Promise<boolean> {
  return transact(deps, async (inside) => {
    const locked = await lockWithBooking(inside, id);
    if (!locked || !mayAnswer(answer.kind, locked.standing)) return false;
    const { asked, booking } = locked;
    const change = changeFor(deps, locked, answer);
    if (!change) return true;
    await updateContribution(inside.db, id, change);
    const action = (ACTIONS as Partial<Record<RequestAnswer["kind"], AuditAction>>)[answer.kind];
    if (action) await recordAudit(inside, by, action, ["booking", booking.id]);
    const once = deps.clock.now().toISOString();
    await tellAsker(inside, { booking, asked, news: answer.kind, once });
    return true;
  });
}
