import type { Personal } from "#app/features/data-protection/personal.ts";
import type { Deps } from "#app/deps.server.ts";
import { eraseDocumentsOf } from "#app/features/documents/erase-documents.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import {
  contributionsOf,
  EMAIL_HASH,
  findContribution,
  savedParts,
  type Contribution,
} from "./contribution-rows.server.ts";
import { BASES, ROLES } from "./words.ts";
import { writtenAnswers } from "./written-answers.ts";

/** Deletes one request with what its reader wrote and sent, when they ask for that. What was taken over into the
 * referral is the referral's. */
export async function eraseContribution(executor: Executor, id: string): Promise<void> {
  await executor.deleteFrom("contribution_parts").where("contribution_id", "=", id).execute();
  const { numDeletedRows } = await executor
    .deleteFrom("contributions")
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await eraseDocumentsOf(executor, id);
}

/** The requests to an address (lower-cased), of all bookings. */
export async function contributionsTo(
  { db, secrets }: Pick<Deps, "secrets"> & { db: Executor },
  emailKey: string,
): Promise<{ id: string; bookingId: string }[]> {
  const rows = await db
    .selectFrom("contributions")
    .select(["id", "booking_id"])
    .where("email_hash", "in", secrets.hashes(emailKey, EMAIL_HASH))
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id, booking_id }) => ({ id, bookingId: booking_id }));
}

async function asData(deps: Pick<Deps, "db" | "secrets">, all: Contribution[]) {
  const saved = await savedParts(
    deps,
    all.map(({ id }) => id),
  );
  return all.map((asked) => ({
    name: asked.name,
    email: asked.email,
    note: asked.note,
    basisReason: asked.basisReason,
    role: ROLES[asked.role],
    basis: BASES[asked.basis],
    state: asked.state,
    askedAt: asked.asked_at,
    until: asked.until_on,
    openedAt: asked.opened_at,
    sentAt: asked.sent_at,
    reply: asked.reply,
    parts: asked.parts.map((part) => ({
      title: part.title,
      answers: writtenAnswers(part, saved.get(asked.id)![part.key]?.answers ?? {}),
    })),
    /** Also answers to questions that are no longer asked. */
    saved: Object.entries(saved.get(asked.id)!).map(([part, one]) => ({
      part,
      savedAt: one!.updatedAt,
      answers: one!.answers,
    })),
  }));
}

/** The requests about a booking, for the export of a person's data. */
async function contributionData(deps: Pick<Deps, "db" | "secrets">, bookingId: string) {
  return { partsAskedOfOthers: await asData(deps, await contributionsOf(deps, bookingId)) };
}

/** The requests to an address, with what was answered, for the export of that person's data. */
export async function contributionDataOf(deps: Pick<Deps, "db" | "secrets">, emailKey: string) {
  const found = await contributionsTo(deps, emailKey);
  const all = await Promise.all(found.map(({ id }) => findContribution(deps, id)));
  return asData(
    deps,
    all.filter((one) => one !== null),
  );
}

export const personal: Personal = {
  exportBooking: contributionData,
};
