import type { Deps } from "#app/deps.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";

/** Keys with which a program may send a request again without doing it twice: kept for 7 days, as keyed hashes. */

const KEPT_DAYS = 7;
const SCOPE = "api";

export type KeyedRequest = { key: string; call: string; body: unknown };

export class KeyAlreadyUsed extends Error {
  override name = "KeyAlreadyUsed";
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
}

const KEY_HASH = "idempotency-key";
const BODY_HASH = "idempotency-body";

const bodyText = ({ call, body }: KeyedRequest) => `${call}\n${canonical(body)}`;

const oldestKept = (deps: Pick<Deps, "clock">): string =>
  new Date(deps.clock.now().getTime() - KEPT_DAYS * 86_400_000).toISOString();

/** Deletes idempotency keys older than seven days. */
export async function forgetOldKeys(executor: Executor, deps: Pick<Deps, "clock">): Promise<void> {
  await executor.deleteFrom("idempotency_keys").where("created_at", "<=", oldestKept(deps)).execute();
}

type Recalled = { kind: "new" } | { kind: "same"; bookingId: string } | { kind: "other-request" };

/** The key's earlier use: `new` (none), `same` body with its booking, or `other-request` with another body. */
export async function recallKey(executor: Executor, deps: Deps, request: KeyedRequest): Promise<Recalled> {
  const row = await executor
    .selectFrom("idempotency_keys")
    .select(["body_hash", "booking_id"])
    .where("scope", "=", SCOPE)
    .where("key_hash", "in", deps.secrets.hashes(request.key, KEY_HASH))
    .where("created_at", ">", oldestKept(deps))
    .executeTakeFirst();
  if (!row) return { kind: "new" };
  const isSame = deps.secrets.hashes(bodyText(request), BODY_HASH).includes(row.body_hash);
  return isSame ? { kind: "same", bookingId: row.booking_id } : { kind: "other-request" };
}

/** Call it in the transaction of the keyed request. Throws `KeyAlreadyUsed` when another request has it. */
export async function rememberKey(trx: Executor, deps: Deps, request: KeyedRequest, bookingId: string) {
  await forgetOldKeys(trx, deps);
  const inserted = await trx
    .insertInto("idempotency_keys")
    .values({
      scope: SCOPE,
      key_hash: deps.secrets.hash(request.key, KEY_HASH),
      body_hash: deps.secrets.hash(bodyText(request), BODY_HASH),
      booking_id: bookingId,
      created_at: deps.clock.now().toISOString(),
    })
    .onConflict((conflict) => conflict.columns(["scope", "key_hash"]).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) throw new KeyAlreadyUsed();
}

/** False when the key belongs to another request. */
export const claimKey = async (deps: Deps, request: KeyedRequest, bookingId: string): Promise<boolean> =>
  transact(deps, async (inside) => {
    const recalled = await recallKey(inside.db, deps, request);
    if (recalled.kind === "new") await rememberKey(inside.db, deps, request, bookingId);
    return recalled.kind !== "other-request";
  });
