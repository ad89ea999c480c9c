import { createHash } from "node:crypto";
import { data } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { problemInWords } from "#app/features/documents/file-problems.ts";
import { MAX_UPLOAD_BYTES } from "#app/features/documents/limits.ts";
import { cleanFileName, maxFileBytes } from "#app/features/documents/store-document.server.ts";
import { refuseForm, type Messages } from "#app/forms/read-form.server.ts";
import { cleanLine } from "#app/platform/clean-line.ts";
import { isMultipart, readMultipart } from "#app/platform/http/multipart.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { readCheckCode, readReference } from "./check-code.ts";
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
type Verdict = { tone: "good" | "warning" | "bad"; text: string };

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

const TOO_OFTEN = "You have tried several times. Please wait a minute, then try again, or call us.";

const CHECK = "Nothing was checked. Please look at what is marked below.";

const NEEDS_REFERENCE = "Enter the reference, such as MCA-7K4Q-2XPD.";

const NEEDS_CODE = "Enter the check code at the foot of the report, or choose the file.";

const NO_CODE = "A check code has 12 letters and figures, such as K7QD-M3XP-9TRA, and no 0, O, 1 or I.";

type Sent = {
  form: FormData;
  name: string;
  sha256: string | null;
  isTooLarge: boolean;
  isWhole: boolean;
};

/** The posted form, and the SHA-256 of its file, which is hashed while it arrives and kept nowhere. */
async function readSent(request: Request, maxBytes: number, mayRead: boolean): Promise<Sent> {
  const sent: Sent = { form: new FormData(), name: "file", sha256: null, isTooLarge: false, isWhole: true };
  if (!isMultipart(request.headers.get("Content-Type"))) return { ...sent, form: await request.formData() };
  const limits = { maxFiles: 1, maxBytes: MAX_UPLOAD_BYTES };
  const posted = await readMultipart(request, limits, async ({ fileName, content }) => {
    if (!mayRead) return "stop";
    sent.name = cleanFileName(fileName);
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of content) {
      bytes += chunk.length;
      sent.isTooLarge = bytes > maxBytes;
      if (sent.isTooLarge) return "stop";
      hash.update(chunk);
    }
    // A control without a chosen file sends an empty one without a name.
    if (fileName !== "" || bytes > 0) sent.sha256 = hash.digest("hex");
  });
  return { ...sent, form: posted.form, isWhole: posted.isWhole || sent.isTooLarge || !mayRead };
}

function messagesOf(
  { name, sha256, isTooLarge, isWhole }: Sent,
  typed: string,
  shown: Shown,
  maxBytes: number,
) {
  const messages: Messages = {};
  const needsCode = sha256 === null && !isTooLarge && isWhole;
  if (shown.reference === "" && (typed !== "" || needsCode)) messages.reference = [NEEDS_REFERENCE];
  if (typed === "" && needsCode) messages.checkCode = [NEEDS_CODE];
  if (typed !== "" && shown.code === null) messages.checkCode = [NO_CODE];
  if (isTooLarge) messages.file = [`${name}: ${problemInWords("too-large", maxBytes)}`];
  else if (!isWhole) messages.file = [`${name}: ${problemInWords("cut", maxBytes)}`];
  return messages;
}

/** Answers the question whether a report is true. Nothing of it is kept, and no audit row names who asked. */
export async function answerVerifyPage({ deps, clientAddress }: RequestScope, request: Request) {
  const { isAllowed } = await hitRateLimit(deps, RATE_LIMITS.verify, clientAddress);
  const maxBytes = maxFileBytes(deps);
  const sent = await readSent(request, maxBytes, isAllowed);
  const { form, sha256 } = sent;
  if (!isAllowed) return data({ ...refuseForm(form, TOO_OFTEN), verdict: null }, { status: 429 });
  const [reference, typed] = ["reference", "checkCode"].map((name) =>
    cleanLine(String(form.get(name) ?? "")),
  );
  const shown = { reference: readReference(reference!), code: readCheckCode(typed!), sha256 };
  const messages = messagesOf(sent, typed!, shown, maxBytes);
  const isRefused = Object.keys(messages).length > 0;
  if (isRefused) return data({ ...refuseForm(form, CHECK, messages), verdict: null }, { status: 400 });
  return data({ ...refuseForm(form, ""), verdict: await verifyReport(deps, shown) });
}
