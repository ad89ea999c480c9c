import type { Deps } from "#app/deps.server.ts";
import { refuseForm, type FormReply } from "#app/forms/read-form.server.ts";
import { readFormKey } from "#app/platform/http/form-key.server.ts";
import { takeStep } from "./answer-step.server.ts";
import { withCookieCheck } from "./cookie-check.server.ts";
import { discardDraft, openDraft, readVisitor, visitorHashes } from "./drafts.server.ts";
import { findDraft, findDraftOf } from "./draft-guards.server.ts";
import { answersAsForm, postedAnswers, preselectedAnswers } from "./posted-answers.ts";
import { draftIdOf, mayStartDraft, startDraft, visitorOf } from "./start-draft.server.ts";
import type { Answers, StepSlug } from "#app/features/booking/steps.ts";
import { readTracking } from "#app/features/booking/tracking.ts";
import { londonDate } from "#app/platform/dates.ts";
import { firstUnfinished } from "./journey.ts";

export type UnfinishedDraft = { id: string; step: StepSlug; savedAt: string };

export async function findUnfinishedDraft(
  deps: Pick<Deps, "env" | "db" | "clock" | "secrets">,
  request: Request,
): Promise<UnfinishedDraft | null> {
  const visitor = await readVisitor(deps, request);
  if (visitor === null) return null;
  const now = deps.clock.now();
  const row = await deps.db
    .selectFrom("drafts")
    .selectAll()
    .where("visitor_hash", "in", visitorHashes(deps, visitor))
    .where("expires_at", ">", now.toISOString())
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom("bookings").select("bookings.id").whereRef("bookings.draft_id", "=", "drafts.id"),
        ),
      ),
    )
    .orderBy("updated_at", "desc")
    .executeTakeFirst();
  if (!row) return null;
  const { answers } = openDraft(deps, row);
  return { id: row.id, step: firstUnfinished(answers, londonDate(now)), savedAt: row.updated_at };
}

type BeginDeps = Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets">;

export type BegunBooking =
  | { kind: "go"; to: string; setCookie: string }
  | { kind: "refused"; reply: FormReply & { draftId: string | null }; setCookie: string | undefined }
  | { kind: "too-many"; reply: FormReply };

const TOO_MANY =
  "Many bookings have been begun from your connection, so we cannot begin another one now. What you typed is still here: please try again later, or give us a call.";

/** The first POST of a booking: makes the draft and answers step 1. `setCookie` proves whose draft it is. The form sent
 * again goes on in the draft that it made. */
export async function beginBooking(
  deps: BeginDeps,
  request: Request,
  form: FormData,
  clientAddress: string,
): Promise<BegunBooking> {
  const formKey = readFormKey(deps, form);
  const begun = formKey ? await findBegun(deps, request, formKey) : null;
  if (!begun && !(await mayStartDraft(deps, clientAddress))) {
    const typed = answersAsForm(postedAnswers("referrer", form));
    return { kind: "too-many", reply: refuseForm(typed, TOO_MANY) };
  }
  const tracking = readTracking(request, form, deps.clock.now().toISOString(), deps.env.APP_ORIGIN);
  const preselected = preselectedAnswers(new URL(request.url).searchParams.get("assessments"));
  const before = begun?.answers ?? preselected;
  let started: Awaited<ReturnType<typeof startDraft>> | undefined;
  const save = async (typed: Answers) => {
    const answers = { ...before, ...typed };
    started = await startDraft(deps, request, { answers, tracking, clientAddress, formKey });
    return started.draft;
  };
  const answered = await takeStep(deps, { before, step: "referrer", form, save, isChange: false });
  if (answered.kind === "refused") {
    const { reply } = answered;
    return {
      kind: "refused",
      reply: { ...reply, draftId: started?.draft.id ?? null },
      setCookie: started?.setCookie,
    };
  }
  return {
    kind: "go",
    to: withCookieCheck(deps, request, form, answered.to, started!),
    setCookie: started!.setCookie,
  };
}

async function findBegun(deps: BeginDeps, request: Request, formKey: string) {
  const draft = await findDraftOf(deps, await visitorOf(deps, request, formKey), draftIdOf(deps, formKey));
  return draft && draft.bookingId === null ? draft : null;
}

/** Forgets the visitor's own draft; somebody else's stays. */
export async function startAfresh(deps: BeginDeps, request: Request, draftId: string): Promise<void> {
  const draft = await findDraft(deps, request, draftId);
  if (draft) await discardDraft(deps, draft);
}
