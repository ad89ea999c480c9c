import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { isErased, staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { Deps } from "#app/deps.server.ts";
import { KEPT_WORDS, type Kept } from "#app/features/booking/record/kept-words.ts";
import { intentOf } from "#app/forms/intent.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { firstAnswer } from "#app/platform/http/once.server.ts";
import { isMultipart } from "#app/platform/http/multipart.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { changePaper, closePost, deletePaper, expectByPost } from "./change-documents.server.ts";
import { documentsOfBooking, papersByPost } from "./document-rows.server.ts";
import { NONE_SELECTED, TOO_MANY_SELECTED } from "./file-problems.ts";
import { DOCUMENT_KINDS, isDocumentKind, isVisibility, VISIBILITY_LABELS } from "./kinds.ts";
import { receiveDocuments, type Received } from "./receive-documents.server.ts";
import { isShownTo, viewerOf, type Viewer } from "./who-sees.ts";

const CANCELLED = "This booking is cancelled. It takes no more documents.";
const GONE = "This booking no longer takes documents.";

/** Why nothing can be added or deleted; null when it can. */
async function refusalFor(deps: Deps, viewer: Viewer, booking: BookingRow): Promise<string | null> {
  if (viewer !== "referrer") {
    const refusal = await staffRefusal(deps.db, booking);
    if (refusal) return viewer === "contributor" ? GONE : refusal;
  }
  if (isErased(booking)) return GONE;
  return booking.status === "cancelled" ? CANCELLED : null;
}

/** A booking's papers, as far as the viewer may see them. The right to the booking was checked before. */
export async function readDocumentsPage(deps: Deps, booking: BookingRow, by: Pick<ActedByRequest, "actor">) {
  const viewer = viewerOf(by);
  const documents = await documentsOfBooking(deps, booking.id);
  const shown = documents.filter((document) => isShownTo(by, document));
  const refusal = await refusalFor(deps, viewer, booking);
  const isHeldBack = viewer !== "referrer" && (await staffRefusal(deps.db, booking)) !== null;
  return {
    viewer,
    refusal,
    maxMegabytes: deps.settings.current().documents.maxMegabytes,
    byPost: viewer === "contributor" ? [] : await papersByPost(deps.db, booking.id),
    documents: (isHeldBack && isGuest(viewer) ? [] : shown).map(
      ({ id, name, kind, bytes, visible_to, scan, created_at, ...row }) => ({
        id,
        name,
        kind,
        bytes,
        scan,
        visibleTo: visible_to,
        addedAt: created_at,
        addedBy: row.uploaded_by_kind,
        mayOpen:
          (viewer === "assessor" || viewer === "staff") &&
          !isHeldBack &&
          (scan === "clean" || scan === "unchecked"),
        mayDelete: refusal === null && !isGuest(viewer),
        mayChange: refusal === null && !isGuest(viewer) && scan !== "infected",
      }),
    ),
  };
}

export type DocumentsPageData = Awaited<ReturnType<typeof readDocumentsPage>>;

type Posted = {
  scope: Pick<RequestScope, "deps" | "clientAddress">;
  request: Request;
  booking: BookingRow;
  by: ActedByRequest;
  /** The page's own address. */
  page: string;
  headers?: HeadersInit;
};

const NOTHING_RECEIVED = {
  documentIds: [],
  known: [],
  refused: [],
  hasTooManyFiles: false,
  hasFailed: false,
};

/** Assessors and those who were asked for a part add papers, and change none. */
const isGuest = (viewer: Viewer) => viewer === "assessor" || viewer === "contributor";

const FORM_ID = "documents-form";
const NO_LONGER_THERE = "This document is no longer there: it was deleted.";
const CHECK = "Some files were not uploaded. Please check them below.";
const BUSY = "You are uploading very often. Please wait a while and try again.";

/** Answers the forms of a page with documents; the right to the booking was checked before. Each may be repeated: the
 * same file is kept once, and what is gone is gone. Throws redirects. */
export async function answerDocumentsPage(posted: Posted) {
  const { scope, request, booking, by, page, headers } = posted;
  const { deps } = scope;
  const bookingId = booking.id;
  const refuse = (form: FormData, status: number, summary: string, errors?: Record<string, string[]>) =>
    data(refuseForm(form, summary, errors, { formId: FORM_ID }), { status, headers });
  const done = (name: string) => redirect(`${page}?done=${name}`, { headers });
  /** Restricted or erased since this request began. */
  const refuseKept = (form: FormData, problem: Kept) =>
    refuse(form, 409, ["referrer", "contributor"].includes(viewerOf(by)) ? GONE : KEPT_WORDS[problem]);

  const verdict = await hitRateLimit(deps, RATE_LIMITS.upload, `${scope.clientAddress} ${bookingId}`);
  if (!verdict.isAllowed) return refuse(new FormData(), 429, BUSY);
  const refusal = await refusalFor(deps, viewerOf(by), booking);
  if (refusal) return refuse(new FormData(), 409, refusal);

  const intentIn = (form: FormData) => intentOf(form) ?? "upload";
  const mayStore = async (form: FormData) => intentIn(form) === "upload";
  const received: Received = isMultipart(request.headers.get("Content-Type"))
    ? await receiveDocuments(deps, request, { bookingId, purpose: "paper", by, mayStore })
    : { ...NOTHING_RECEIVED, form: await request.formData() };
  const { form } = received;
  const viewer = viewerOf(by);
  const onlyOfReferrer = viewer === "referrer";
  const kind = form.get("kind");
  const documentId = String(form.get("documentId") ?? "");
  const intent = intentIn(form);
  if (viewer === "contributor" && intent !== "upload") throw data(null, { status: 403 });
  switch (intent) {
    case "delete": {
      if (viewer === "assessor") throw data(null, { status: 403 });
      const result = await deletePaper(deps, { bookingId, by, documentId, onlyOfReferrer });
      if (!result.ok) return refuseKept(form, result.problem);
      throw done("deleted");
    }
    case "change": {
      const visibleTo = form.get("visibleTo");
      if (viewer === "assessor") throw data(null, { status: 403 });
      if (!isDocumentKind(kind) || !isVisibility(visibleTo))
        return refuse(new FormData(), 400, isDocumentKind(kind) ? CHOOSE_WHO : CHOOSE);
      const change = { bookingId, by, documentId, kind, visibleTo, onlyOfReferrer };
      const result = await changePaper(deps, change);
      if (!result.ok && result.problem === "gone") return refuse(new FormData(), 409, NO_LONGER_THERE);
      if (!result.ok) return refuseKept(new FormData(), result.problem);
      throw done("changed");
    }
    case "post":
    case "post-closed": {
      if (!isDocumentKind(kind))
        return refuse(form, 400, "Choose what you send by post.", { kind: [CHOOSE] });
      const isExpected = intent === "post";
      const result = await (isExpected ? expectByPost : closePost)(deps, { bookingId, by, kind });
      if (!result.ok) return refuseKept(form, result.problem);
      throw done(isExpected ? "by-post" : "post-closed");
    }
    default: {
      const messages = received.refused.map(({ message }) => message);
      const others = received.known.filter(({ isAsAsked }) => !isAsAsked);
      messages.push(...others.map((one) => knownInWords(viewer, one)));
      if (received.hasTooManyFiles) messages.push(TOO_MANY_SELECTED);
      const isNone = messages.length === 0 && received.documentIds.length === 0;
      if (isNone) messages.push(NONE_SELECTED);
      if (messages.length > 0) {
        const status = received.hasFailed ? 503 : 400;
        return refuse(form, status, isNone ? NONE_SELECTED : CHECK, { documents: messages });
      }
      const { documentIds } = received;
      const answer = done(received.known.length === documentIds.length ? "already" : "uploaded");
      throw await firstAnswer(deps, form, [page, ...documentIds], answer);
    }
  }
}

/** The booking has a file that was sent again, and it stays as it is. */
function knownInWords(viewer: Viewer, { name, document }: Received["known"][number]): string {
  const words = `“${document.name}” (${DOCUMENT_KINDS[document.kind]}; ${VISIBILITY_LABELS[document.visible_to]})`;
  const said =
    viewer === "referrer" || viewer === "contributor"
      ? "You have sent this file already"
      : "This booking has this file already";
  const offer = isGuest(viewer) ? "" : " To change that, press Change beside it in the list.";
  return `${name}: ${said}, as ${words}.${offer}`;
}

const CHOOSE_WHO = `Choose one of: ${Object.values(VISIBILITY_LABELS).join(", ")}.`;
const CHOOSE = `Choose one of: ${Object.values(DOCUMENT_KINDS).join(", ")}.`;
