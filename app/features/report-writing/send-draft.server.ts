import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { storeDocument } from "#app/features/documents/store-document.server.ts";
import type { Inside } from "#app/features/booking/record/change-booking.server.ts";
import { declareReport } from "#app/features/report/declare-report.server.ts";
import { DECLARE_PROBLEMS } from "#app/features/report/report-problems.ts";
import type { ReportKind } from "#app/features/report/report-words.ts";
import { londonDate } from "#app/platform/dates.ts";
import { conclusionOf } from "./abilities.ts";
import { decisionKeys, SUGGESTED, textOf, type Draft } from "./draft.ts";
import { openDraft, type OpenDraft } from "./open-draft.server.ts";
import { suggestionsFor } from "./prefill.ts";
import { readCheck } from "./read-check.server.ts";
import { currentTree } from "./read-report.server.ts";
import { pdfOf } from "./report-files.server.ts";
import { tellReaders } from "./reading/change-comments.server.ts";
import { standingLooks } from "./looks.server.ts";
import { lockDrafts, looksIn, writeLooks, writePart } from "./saved-draft.server.ts";
import type { Outcome } from "./written-report.server.ts";

const MAX_PAGES = 60;

const TO_PUT_RIGHT = "This report cannot be sent yet. Put right what is listed, then send it.";
const CHANGED = "The report was changed in another window, so it was not sent. Read it again, then send it.";
const GONE = "This visit is no longer yours.";
const NOT_STORED = "The report could not be kept, and was not sent. Please send it again.";
const tooLong = (pages: number) =>
  `The report has ${pages} pages, and at most ${MAX_PAGES} are possible. Shorten it or upload your own file.`;

/** `invalid`: the author has something to put right. */
export type SendRefusal = { refusal: string; isInvalid: boolean };

class NotSent extends Error {
  override name = "NotSent";
}

/** Conclusions by decision. */
const outcomesOf = (draft: Draft): Outcome[] =>
  decisionKeys(draft).map((key) => ({
    assessment: textOf(draft, key, "assessment"),
    conclusion: conclusionOf(draft.parts[key] ?? {}),
  }));

/** Ids of the booked assessments that a report answers: all of them where a decision names none. */
function answeredIn(draft: Draft): string[] {
  const booked = draft.booked.assessments.map(({ id }) => id);
  const named = new Set(decisionKeys(draft).map((key) => textOf(draft, key, "assessment")));
  return named.has("") ? booked : booked.filter((id) => named.has(id));
}

/** Saves the conclusions of a draft that is sent as they are sent: some followed their findings. */
async function keepFollowed(inside: Inside, { draft, facts, saved }: OpenDraft): Promise<void> {
  const part = saved.parts.opinion;
  const followed = (draft.moved ?? []).filter((one) => one.part === "opinion" && one.isFollowed);
  if (!part || followed.length === 0) return;
  const texts = Object.fromEntries(followed.map(({ field, suggestion }) => [field, suggestion]));
  const suggested = JSON.stringify(suggestionsFor(draft, facts, "opinion"));
  const answers = { ...part.answers, ...texts, [SUGGESTED]: suggested };
  const version = part.version + 1;
  await writePart(inside.db, inside.secrets, saved.id, "opinion", { ...part, version, answers });
}

type Sending = { opened: OpenDraft; by: ActedByRequest; kind: ReportKind; declaredName: string };

/** Sends a draft for review: its text is frozen, and its file, which lies in the store by then, becomes a document in
 * the same commit. Nothing is kept of one that is refused. */
export async function sendDraft(
  deps: Deps,
  { opened, by, kind, declaredName }: Sending,
): Promise<SendRefusal | null> {
  const { draft, saved, booking, visit } = opened;
  const findings = await readCheck(deps, opened);
  if (findings.some(({ level }) => level === "must")) return { refusal: TO_PUT_RIGHT, isInvalid: true };
  const signed = { name: declaredName, on: londonDate(deps.clock.now()) };
  const content = await currentTree(deps, opened, signed);
  const { bytes, pages } = await pdfOf(deps, content, { isDraft: false });
  if (pages > MAX_PAGES) return { refusal: tooLong(pages), isInvalid: true };
  const frozen = JSON.stringify(content);

  async function freeze(inside: Inside, documentId: string) {
    const trx = inside.db;
    await lockDrafts(trx, booking.id);
    const now = await openDraft(inside, visit.id, by, { toSave: true });
    if (now?.kind !== "open" && now?.kind !== "sent") throw new NotSent(GONE);
    const isSame = JSON.stringify(await currentTree(inside, now, signed)) === frozen;
    if (now.kind === "sent" || now.saved.id !== saved.id || !isSame) throw new NotSent(CHANGED);
    const declared = await declareReport(inside, {
      ...{ bookingId: booking.id, documentId, kind, declaredName, by },
      decisions: answeredIn(draft),
      written: { draftId: saved.id, content, outcomes: outcomesOf(draft) },
    });
    if (!declared.ok) throw new NotSent(DECLARE_PROBLEMS[declared.problem]);
    await tellReaders(inside, { bookingId: booking.id, authorId: by.actor.id, draftId: saved.id });
    const looks = standingLooks(findings, looksIn(deps.secrets, now.saved));
    await writeLooks(trx, deps.secrets, saved.id, looks);
    await keepFollowed(inside, now);
    await trx.updateTable("report_drafts").set({ state: "sent" }).where("id", "=", saved.id).execute();
  }

  try {
    const result = await storeDocument(deps, {
      ...{ bookingId: booking.id, purpose: "report", kind: "other", visibleTo: "assessor-and-staff", by },
      name: `Report ${booking.reference}.pdf`,
      content: inOnePiece(bytes),
      also: freeze,
    });
    return result.ok ? null : { refusal: NOT_STORED, isInvalid: false };
  } catch (error) {
    if (error instanceof NotSent) return { refusal: error.message, isInvalid: false };
    throw error;
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
