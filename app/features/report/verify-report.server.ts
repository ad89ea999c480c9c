import type { Deps } from "#app/deps.server.ts";
import { isUnrestricted } from "#app/features/data-protection/restrictions.server.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import { formatDate, londonDate } from "#app/platform/dates.ts";
import { isEqualSecret } from "#app/platform/secrets.server.ts";
import { checkCodesOf, fileHashesOf } from "./check-codes.server.ts";
import { REPORT_KINDS } from "./report-words.ts";

/** Proof that somebody has of a report: `code` with its `reference`, the SHA-256 of a file, or both. */
export type Shown = { reference: string; code: string | null; sha256: string | null };

/** The answer in a sentence or two, without a name, a decision or an outcome. */
export type Verdict = { tone: "good" | "warning" | "bad"; text: string };

const UNKNOWN = "We did not release a file like this.";
const GONE = "We no longer keep this report.";
const CLOSED = "We cannot answer about this report at the moment. Please ask us.";
const OTHER_CODE = "We released this file, but this reference and check code are not its own. Please ask us.";
const OTHER_FILE =
  "The check code is ours, but this file is not the file that we released: a scan of a print is another file, and so is one that was changed. Compare it with the original.";

/** More versions than a report ever has. */
const MAX_VERSIONS = 50;

/** Bookings that may be meant, with their reports; a booking whose report is no longer kept has one row without. */
async function candidates({ db, secrets }: Deps, { reference, sha256 }: Shown) {
  const hashes = fileHashesOf(secrets, sha256 ?? "");
  const ids = await db
    .selectFrom("bookings")
    .select("id")
    .where("reference", "=", reference)
    .union(
      db
        .selectFrom("reports")
        .select("booking_id as id")
        .where((eb) => eb.or(hashes.map((hash) => eb("file_hash", "=", hash)))),
    )
    .execute();
  // Without a booking, too: a hit takes as long as a miss.
  const rows = await byIds(ids.length > 0 ? ids.map(({ id }) => id) : [""], (piece) =>
    db
      .selectFrom("bookings")
      .leftJoin("reports", "reports.booking_id", "bookings.id")
      .select(["bookings.id as bookingId", "bookings.reference", "reports.version", "reports.kind"])
      .select(["reports.state", "reports.reviewed_at as releasedAt", "reports.withdrawn_at as withdrawnAt"])
      .select(["reports.check_code as code", "reports.file_hash as fileHash", "reports.pages"])
      .select((eb) => [
        isUnrestricted(eb).as("isOpen"),
        eb("bookings.referrer_email_key", "=", "").as("isErased"),
      ])
      .where("bookings.id", "in", piece)
      .execute(),
  );
  return rows.map((row) => ({ ...row, isSameFile: hashes.includes(row.fileHash ?? "") }));
}

type Candidate = Awaited<ReturnType<typeof candidates>>[number];

const isReleased = ({ state }: Candidate) => state === "released";
const day = (instant: string | null) => formatDate(londonDate(new Date(instant ?? "")));

function standing(found: Candidate, rows: readonly Candidate[]): Verdict {
  const { bookingId, version, kind, pages } = found;
  if (!isReleased(found))
    return { tone: "bad", text: `It was withdrawn on ${day(found.withdrawnAt)}. Ask who gave it to you.` };
  const added = kind && kind !== "report" ? ` (${REPORT_KINDS[kind].toLowerCase()})` : "";
  const length = pages === null ? "" : pages === 1 ? ", 1 page" : `, ${pages} pages`;
  const own = `This is version ${version}${added}, released on ${day(found.releasedAt)}${length}.`;
  const newer = rows
    .filter((row) => isReleased(row) && row.bookingId === bookingId && row.version! > version!)
    .toSorted((one, other) => other.version! - one.version!);
  const replaced = newer.find((row) => row.kind !== "addendum");
  if (replaced) {
    const text = `A newer version was released on ${day(replaced.releasedAt)}: version ${replaced.version}. ${own}`;
    return { tone: "warning", text };
  }
  const [addendum] = newer;
  if (!addendum) return { tone: "good", text: `${own} It is the newest.` };
  const text = `${own} An addendum to it was released on ${day(addendum.releasedAt)}: version ${addendum.version}.`;
  return { tone: "good", text };
}

/** Whether a report is ours, and how it stands now. Unknown, mistyped and a file that we no longer keep are one answer
 * after the same work. A hold says nothing about whether a report is true. */
export async function verifyReport(deps: Deps, shown: Shown): Promise<Verdict> {
  const { reference, code, sha256 } = shown;
  const rows = await candidates(deps, shown);
  const meant = rows.find((row) => row.reference === reference);
  const derived = Array.from({ length: MAX_VERSIONS }, (_, index) =>
    checkCodesOf(deps.secrets, { bookingId: meant?.bookingId ?? "", version: index + 1 }),
  );
  const isOfCode = (row: Pick<Candidate, "reference" | "code" | "version">) =>
    row.reference === reference &&
    [row.code ?? "", ...(derived[(row.version ?? 0) - 1] ?? [])]
      .map((one) => isEqualSecret(one, code ?? ""))
      .some(Boolean);
  const released = rows
    .filter((row) => isReleased(row) || row.state === "withdrawn")
    .toSorted(
      (one, other) => Number(isReleased(other)) - Number(isReleased(one)) || other.version! - one.version!,
    );
  const byCode = code === null ? undefined : released.find(isOfCode);
  const byFile = released.find((row) => row.isSameFile && (reference === "" || row.reference === reference));
  const found = byCode ?? byFile ?? released.find((row) => row.isSameFile);
  if (!found) {
    const isKnown =
      code !== null &&
      derived
        .flat()
        .map((one) => isEqualSecret(one, code))
        .some(Boolean);
    return meant?.isErased && isKnown ? { tone: "warning", text: GONE } : { tone: "bad", text: UNKNOWN };
  }
  if (!found.isOpen) return { tone: "warning", text: CLOSED };
  const isOtherCode = code === null ? reference !== "" && found.reference !== reference : !byCode;
  if (isOtherCode) return { tone: "bad", text: OTHER_CODE };
  const verdict = standing(found, rows);
  if (!byCode || sha256 === null || found.isSameFile) return verdict;
  return { tone: "warning", text: `${OTHER_FILE} ${verdict.text}` };
}
