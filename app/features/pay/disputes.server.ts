import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { FIRST_PAGE } from "#app/kit/pages.ts";
import { countRows, pageOfQuery } from "#app/kit/pieces.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { sealedColumn, type Secrets } from "#app/platform/secrets.server.ts";
import { tellOfAnswer } from "./claims.server.ts";
import type { PayDisputeRow } from "./tables.ts";

const sealedText = sealedColumn("pay_disputes", "text_sealed");
const sealedAnswer = sealedColumn("pay_disputes", "answer_sealed");

const toDispute = (secrets: Secrets, row: PayDisputeRow) => ({
  id: row.id,
  assessorId: row.assessor_id,
  lineKey: row.line_key,
  reference: row.reference,
  raisedAt: row.raised_at,
  answeredAt: row.answered_at,
  text: sealedText.decrypt(secrets, row.id, row.text_sealed),
  answer: row.answer_sealed === null ? "" : sealedAnswer.decrypt(secrets, row.id, row.answer_sealed),
});

type Read = { db: Executor; secrets: Secrets };

/** A page of the lines that assessors say are wrong, and that nobody has answered, the oldest first. */
export async function openDisputes({ db, secrets }: Read, url = FIRST_PAGE) {
  const query = db
    .selectFrom("pay_disputes")
    .selectAll()
    .where("answered_at", "is", null)
    .orderBy("raised_at")
    .orderBy("id");
  const { rows, at } = await pageOfQuery(query, url, { name: "disputes", size: 25 });
  return { at, rows: rows.map((row) => toDispute(secrets, row)) };
}

/** Keys of the lines with an open dispute. */
export async function disputedKeys({ db }: { db: Executor }, assessorId?: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("pay_disputes")
    .select("line_key")
    .where("answered_at", "is", null)
    .$if(assessorId !== undefined, (query) => query.where("assessor_id", "=", assessorId!))
    .execute();
  return new Set(rows.map(({ line_key }) => line_key));
}

/** A page of the answers to an assessor, the newest first. */
export async function answeredDisputes({ db, secrets }: Read, assessorId: string, url: URL) {
  const query = db
    .selectFrom("pay_disputes")
    .selectAll()
    .where("assessor_id", "=", assessorId)
    .where("answered_at", "is not", null)
    .orderBy("answered_at", "desc")
    .orderBy("id", "desc");
  const { rows, at } = await pageOfQuery(query, url, { name: "answers", size: 20 });
  return { rows: rows.map((row) => toDispute(secrets, row)), at };
}

export const countOpenDisputes = ({ db }: Pick<Deps, "db">) =>
  countRows(db.selectFrom("pay_disputes").where("answered_at", "is", null));

type Raise = ActedByRequest & { lineKey: string; reference: string; text: string };

/** Holds a line of the assessor back until staff answer. A line has one open dispute; another is added to it in words
 * of its own. */
export async function raiseDispute(deps: Deps, { lineKey, reference, text, ...by }: Raise): Promise<void> {
  const id = deps.ids.uuid();
  await transact(deps, async (inside) => {
    await inside.db
      .insertInto("pay_disputes")
      .values({
        id,
        assessor_id: by.actor.id!,
        line_key: lineKey,
        reference,
        text_sealed: sealedText.encrypt(deps.secrets, id, text),
        raised_at: deps.clock.now().toISOString(),
        answer_sealed: null,
        answered_by: null,
        answered_at: null,
      })
      .execute();
    await recordAudit(inside, by, "pay.disputed", ["user", by.actor.id!], { note: reference });
  });
}

type Answer = ActedByRequest & { disputeId: string; answer: string };

/** Answers the assessor, who gets a mail, and lets the line go on. Null once it was answered; the first answer
 * counts. */
export async function answerDispute(deps: Deps, { disputeId, answer, ...by }: Answer) {
  return transact(deps, async (inside) => {
    const row = await inside.db
      .selectFrom("pay_disputes")
      .select(["assessor_id", "reference"])
      .where("id", "=", disputeId)
      .executeTakeFirst();
    if (!row) return "not-found";
    const changed = await inside.db
      .updateTable("pay_disputes")
      .set({
        answer_sealed: sealedAnswer.encrypt(deps.secrets, disputeId, answer),
        answered_by: by.actor.id,
        answered_at: deps.clock.now().toISOString(),
      })
      .where("id", "=", disputeId)
      .where("answered_at", "is", null)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return null;
    await recordAudit(inside, by, "pay.dispute-answered", ["user", row.assessor_id], { note: row.reference });
    await tellOfAnswer(inside, { assessorId: row.assessor_id, key: disputeId });
    return null;
  });
}

/** Deletes what was said about the lines of a booking. The lines themselves stay. */
export async function deleteDisputes(trx: Executor, bookingId: string): Promise<void> {
  await trx
    .deleteFrom("pay_disputes")
    .where("reference", "in", (query) =>
      query.selectFrom("bookings").select("reference").where("id", "=", bookingId),
    )
    .execute();
}
