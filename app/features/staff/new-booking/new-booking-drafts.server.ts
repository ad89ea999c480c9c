import type { Deps } from "#app/deps.server.ts";
import { deleteDrafts, listDraftsOf, type Draft } from "#app/features/before-booking/wizard/drafts.server.ts";
import { findDraftOf } from "#app/features/before-booking/wizard/draft-guards.server.ts";
import { keepDraft } from "#app/features/before-booking/wizard/start-draft.server.ts";
import { answer, type Answers } from "#app/features/booking/fields/steps.ts";
import { savedSince } from "#app/forms/changed-since.ts";
import type { Messages } from "#app/forms/read-form.server.ts";
import { readFormKey } from "#app/platform/http/form-key.server.ts";

/** Drafts of bookings that staff type in. They are drafts of the wizard whose visitor is the member of staff: sealed,
 * erased and deleted after 48 hours like any other. */

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The draft's id in the address; null for anything that this service did not make. */
export function draftIdOf(request: Request): string | null {
  const id = new URL(request.url).searchParams.get("draft");
  return id !== null && ID.test(id) ? id : null;
}

/** When the id was made. */
export function madeAt(draftId: string): Date {
  return new Date(Number.parseInt(draftId.replace("-", "").slice(0, 12), 16));
}

const visitorOf = (userId: string) => `staff:${userId}`;

/** The member's own draft; null for an expired one, somebody else's, and none. */
export function findStaffDraft(deps: Deps, userId: string, draftId: string): Promise<Draft | null> {
  return findDraftOf(deps, visitorOf(userId), draftId);
}

/** The member's unfinished bookings, the latest first. */
export async function listStaffDrafts(deps: Deps, userId: string) {
  const drafts = await listDraftsOf(deps, visitorOf(userId));
  return drafts.map(({ id, answers, updated_at }) => {
    const name = `${answer(answers, "referrerFirstName")} ${answer(answers, "referrerLastName")}`.trim();
    return { id, name: name || "No name yet", savedAt: updated_at };
  });
}

export async function discardStaffDraft(deps: Deps, userId: string, draftId: string): Promise<void> {
  const draft = await findStaffDraft(deps, userId, draftId);
  if (draft) await deleteDrafts(deps.db, [draft.id]);
}

type SavedDraft =
  | { ok: true; version: number }
  /** Somebody else's, or it was booked. */
  | { ok: false; problem: "gone" }
  /** Another tab saved since: its values by field. Nothing was written. */
  | { ok: false; problem: "changed-since"; savedInstead: Messages; version: number };

/** Without the number that the browser gives to each sending of one page's form. */
const pageKey = (formKey: string | null) => formKey && formKey.replace(/~\d+$/, "");

/** Saves what a page posts, which carries the `version` that it shows. */
export async function saveStaffDraft(
  deps: Deps,
  userId: string,
  draftId: string,
  posted: { form: FormData; answers: Answers },
): Promise<SavedDraft> {
  const { form, answers } = posted;
  const key = readFormKey(deps, form);
  const saved = await findStaffDraft(deps, userId, draftId);
  const isOwnChange = key !== null && pageKey(key) === pageKey(saved?.changed_by ?? null);
  if (saved && String(saved.version) !== String(form.get("version")) && !isOwnChange) {
    const differing = Object.keys(answers).filter(
      (name) => String(answers[name]) !== String(saved.answers[name] ?? ""),
    );
    if (differing.length > 0) {
      const savedInstead = Object.fromEntries(
        differing.map((name) => [name, savedSince(answer(saved.answers, name))]),
      );
      return { ok: false, problem: "changed-since", savedInstead, version: saved.version };
    }
  }
  const kept = await keepDraft(deps, visitorOf(userId), draftId, {
    answers,
    tracking: { utmParameters: {}, sessionData: {} },
    clientAddress: visitorOf(userId),
    changedBy: key,
  });
  return kept ? { ok: true, version: kept.version } : { ok: false, problem: "gone" };
}
