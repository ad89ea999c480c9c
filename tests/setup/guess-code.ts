import type { Db } from "#app/platform/database.server.ts";

/** Begins a sign-in whose code nobody has, and tries `guesses` codes for it through the API of `origins` in turn, a
 * hundred at once: the statuses of the answers, and how many tries were counted. */
export async function guessCode(
  db: Db,
  origins: string[],
  guesses: number,
): Promise<{ statuses: number[]; tries: number }> {
  const user = await db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const id = "sign-in-under-attack";
  await db
    .insertInto("sign_ins")
    .values({
      id,
      user_id: user.id,
      client_hash: "",
      needs: "code",
      code_hash: "nobody's",
      code_expires_at: "2999-01-01T00:00:00.000Z",
      tries: 0,
      token_hash: null,
      created_at: "2026-01-01T00:00:00.000Z",
      expires_at: "2999-01-01T00:00:00.000Z",
    } as never)
    .execute();
  const guess = async (n: number) => {
    const answer = await fetch(`${origins[n % origins.length]}/api/auth/verify-otp`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ userId: id, code: String(n).padStart(6, "0") }),
    });
    return answer.status;
  };
  const statuses: number[] = [];
  for (let first = 0; first < guesses; first += 100) {
    const turns = Array.from({ length: Math.min(100, guesses - first) }, (_, turn) => guess(first + turn));
    statuses.push(...(await Promise.all(turns)));
  }
  const { tries } = await db
    .selectFrom("sign_ins")
    .select("tries")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { statuses, tries };
}
