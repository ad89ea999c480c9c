import type { Deps } from "#app/deps.server.ts";
import { findDocument } from "#app/features/documents/document-rows.server.ts";
import { inPages, MAX_PIECE } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import { codeFrom } from "./check-code.ts";

type Version = { bookingId: string; version: number };

const PURPOSE = "report-check-code";
const textOf = ({ bookingId, version }: Version) => `${bookingId}\n${version}`;
const toCode = (hash: string) => codeFrom(Buffer.from(hash, "base64url"));

/** The check code of a version, 60 bits that nobody can guess. A code that is printed inside of a file cannot derive
 * from that file's own hash, so it derives from booking and version, and the file's hash is stored beside it. A booking
 * keeps both when its report is erased: the code is still recognised then. */
export const checkCodeOf = (secrets: Secrets, version: Version) =>
  toCode(secrets.hash(textOf(version), PURPOSE));

/** All codes that a version may have been printed with: one for each data key. */
export const checkCodesOf = (secrets: Secrets, version: Version) =>
  secrets.hashes(textOf(version), PURPOSE).map(toCode);

const FILE = "report-file";
/** Keyed hash of a file, by its SHA-256. */
export const fileHashOf = (secrets: Secrets, sha256: string) => secrets.hash(sha256, FILE);
export const fileHashesOf = (secrets: Secrets, sha256: string) => secrets.hashes(sha256, FILE);

/** The number of a booking's next version. */
export async function nextVersion(db: Executor, bookingId: string): Promise<number> {
  const row = await db
    .selectFrom("reports")
    .select(({ fn }) => fn.max("version").as("newest"))
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();
  return Number(row?.newest ?? 0) + 1;
}

/** The line at the foot of a report that is sent now: where somebody checks it, and its code. */
export async function checkLine(
  { db, env, secrets }: Pick<Deps, "env" | "secrets"> & { db: Executor },
  bookingId: string,
): Promise<string> {
  const code = checkCodeOf(secrets, { bookingId, version: await nextVersion(db, bookingId) });
  return `Is this report true? ${env.APP_ORIGIN.replace(/^https?:\/\//, "")}/verify, check code ${code}`;
}

/** Fills in code and hash of reports that an older release wrote. Files whose key is gone are left for a start that
 * has it. */
export async function fillCheckCodes(
  deps: Pick<Deps, "db" | "secrets" | "log"> & { isStopping?: () => boolean },
): Promise<void> {
  const { db, secrets, log } = deps;
  const pages = inPages<{ id: string; booking_id: string; version: number; document_id: string }>((last) =>
    db
      .selectFrom("reports")
      .select(["id", "booking_id", "version", "document_id"])
      .where("file_hash", "is", null)
      .where("id", ">", last?.id ?? "")
      .orderBy("id")
      .limit(MAX_PIECE)
      .execute(),
  );
  let done = 0;
  for await (const rows of pages)
    for (const { id, booking_id: bookingId, version, document_id } of rows) {
      if (deps.isStopping?.()) return;
      try {
        const file = await findDocument(deps, document_id);
        if (!file) continue;
        await db
          .updateTable("reports")
          .set({
            check_code: checkCodeOf(secrets, { bookingId, version }),
            file_hash: fileHashOf(secrets, file.sha256),
          })
          .where("id", "=", id)
          .execute();
        done += 1;
      } catch (error) {
        log.warn("the file of a report cannot be read", describeError(error));
      }
    }
  if (done > 0) log.info("reports of an older release can be checked now", { count: done });
}
