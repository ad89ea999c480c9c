import { hostname } from "node:os";
import type { Clock } from "./clock.ts";
import type { Db } from "./database.server.ts";
import { EnvError, type Env } from "./env.server.ts";
import { writeIfFree } from "./lock-timeout.server.ts";

const SEEN_EVERY_MS = 10_000;
const FORGOTTEN_AFTER_MS = 30_000;

/** If mails are files, all copies of the server must use one folder. Throws `EnvError` when another copy writes to
 * another one. `stop()` ends the watch. */
export async function requireOneMailFolder(deps: { db: Db; env: Env; clock: Clock }) {
  const { db, env, clock } = deps;
  const goesToFiles = !env.POSTMARK_SERVER_TOKEN && !env.SMTP_URL;
  if (!env.postgres || !goesToFiles) return { stop() {} };
  const folder = env.DATA_DIR_SHARED === "on" ? "shared" : `${hostname()}:${env.DATA_DIR}`;
  const note = async () => {
    const seen_at = clock.now().toISOString();
    await db
      .insertInto("mail_folders")
      .values({ folder, seen_at })
      .onConflict((conflict) => conflict.column("folder").doUpdateSet({ seen_at }))
      .execute();
  };
  await note();
  const since = new Date(clock.now().getTime() - FORGOTTEN_AFTER_MS).toISOString();
  await db.deleteFrom("mail_folders").where("seen_at", "<", since).execute();
  const other = await db
    .selectFrom("mail_folders")
    .select("folder")
    .where("folder", "!=", folder)
    .executeTakeFirst();
  if (other) {
    await db.deleteFrom("mail_folders").where("folder", "=", folder).execute();
    throw new EnvError(
      `Mails go to files, and another copy of the server writes them to another folder (${other.folder}). ` +
        "Configure Postmark or SMTP, or give all copies one DATA_DIR and set DATA_DIR_SHARED=on.",
    );
  }
  const timer = setInterval(() => void writeIfFree(note).catch(() => {}), SEEN_EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
