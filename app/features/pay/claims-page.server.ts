import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import { problemInWords } from "#app/features/documents/file-problems.ts";
import { MAX_UPLOAD_BYTES } from "#app/features/documents/limits.ts";
import { cleanFileName, maxFileBytes } from "#app/features/documents/store-document.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { outcomesOf } from "#app/features/visits/record/visit-records.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { copyOf, parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { readFormKey } from "#app/platform/http/form-key.server.ts";
import { isMultipart, readMultipart } from "#app/platform/http/multipart.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { formatPoundsAndPence, readPounds } from "#app/platform/money.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { addClaim, addClaimWithReceipt, withdrawClaim, type ClaimProblem } from "./claims.server.ts";
import { listClaims } from "./claim-rows.server.ts";
import { EXPENSE_KINDS, claimPence, type ClaimDetails } from "./claims.ts";
import { visitFee } from "./facts.server.ts";
import { ExpenseSchema, MilesSchema, WithdrawSchema } from "./pay-schemas.ts";

/** The claims of the assessor for a visit, and whether more can be claimed. Null as `findAssessorVisit`. */
export async function readClaimsPage(deps: Deps, visitId: string, by: ActedByRequest) {
  const own = await findAssessorVisit(deps, visitId, by.actor.id);
  if (!own) return null;
  const milePence = (await visitFee(deps, visitId))?.milePence ?? null;
  const claims = await listClaims(deps, { visitId, assessorId: by.actor.id! });
  return {
    visitId,
    reference: own.booking.reference,
    day: own.visit.day,
    refusal: await staffRefusal(deps.db, own.booking),
    hasOutcome: (await outcomesOf(deps, [visitId])).has(visitId),
    milePence,
    maxMegabytes: deps.settings.current().documents.maxMegabytes,
    claims: claims.map((claim) => ({ ...claim, pence: claimPence(claim, milePence) })),
  };
}

export type ClaimsPage = NonNullable<Awaited<ReturnType<typeof readClaimsPage>>>;

const WORDS: Partial<Record<ClaimProblem, string>> = {
  "no-outcome": "Record the outcome of the visit first.",
  "no-rate": "The office has not said what a mile earns.",
  "full-claims": "This visit has as many claims as it can have. Call the office if there is more.",
  "same-receipt": "You have claimed with this receipt already. One receipt is for one claim.",
  restricted: KEPT_WORDS.restricted,
};

/** A question about a claim that is there already: it may be the same one, sent from another window. */
function againWords(form: FormData): string {
  const typed = (name: string) => String(form.get(name) ?? "").trim();
  const kind = EXPENSE_KINDS[typed("kind") as keyof typeof EXPENSE_KINDS];
  const pence = readPounds(typed("amount"));
  return kind && pence !== null
    ? `${kind} of ${formatPoundsAndPence(pence)} is claimed for this visit already. Claim another?`
    : `Miles for this visit are claimed already. Claim ${typed("miles")} more?`;
}

const DECIDED = "The office has decided this claim. If it is wrong, say so on the page “Your pay”.";

type Posted = {
  scope: Pick<RequestScope, "deps" | "clientAddress" | "requestId">;
  request: Request;
  by: ActedByRequest;
  visitId: string;
};

/** Answers the forms of the page. The same form sent again claims nothing more. Throws redirects. */
export async function answerClaimsPage({ scope, request, by, visitId }: Posted) {
  const { deps } = scope;
  const page = `/assessor/visits/${visitId}/expenses`;
  const own = await findAssessorVisit(deps, visitId, by.actor.id);
  if (!own) throw data(null, { status: 404 });
  const newClaim = <Amounts extends object>(
    form: FormData,
    amounts: Amounts,
    { from = "", to = "", note = "", again }: Partial<ClaimDetails> & { again: boolean },
  ) => {
    const details = { from, to, note };
    const key = readFormKey(deps, form);
    const named = JSON.stringify([key, visitId, { ...amounts, details }]);
    const requestKey = key && deps.secrets.hash(named, "pay-claim");
    return { ...amounts, visitId, details, isAnother: again, requestKey };
  };
  const refuse = (form: FormData, formId: string, problem: ClaimProblem, fileName = "") => {
    if (problem === "not-found" || problem === "erased") throw data(null, { status: 404 });
    if (problem === "again") {
      const message = againWords(form);
      return data(refuseForm(form, message, { again: [message] }, { formId }), { status: 409 });
    }
    const message = WORDS[problem] ?? problemInWords(problem as never, maxFileBytes(deps));
    const isOfFile = formId === "expense" && !["no-outcome", "restricted", "full-claims"].includes(problem);
    const ofFile = fileName ? `${fileName}: ${message}` : message;
    return data(refuseForm(form, message, isOfFile ? { receipt: [ofFile] } : {}, { formId }), {
      status: isOfFile ? 400 : 409,
    });
  };

  if (!isMultipart(request.headers.get("Content-Type"))) {
    const form = await request.formData();
    if (intentOf(form) === "withdraw") {
      const read = parseForm(form, WithdrawSchema, "Nothing was changed.", { formId: "withdraw" });
      if (!read.ok) return data(read.reply, { status: 400 });
      const done = await withdrawClaim(deps, { by, visitId, claimId: read.value.claim });
      if (done.ok) throw redirect(`${page}?done=withdrawn`, 303);
      if (done.problem !== "decided") return refuse(form, "withdraw", done.problem);
      return data(refuseForm(form, DECIDED, {}, { formId: "withdraw" }), { status: 409 });
    }
    const read = parseForm(form, MilesSchema, "Nothing was claimed.", { formId: "miles" });
    if (!read.ok) return data(read.reply, { status: 400 });
    const { miles: tenths, ...typed } = read.value;
    const amounts = { kind: "miles", tenths, pence: null } as const;
    const done = await addClaim(deps, { by, claim: newClaim(form, amounts, typed) });
    if (!done.ok) return refuse(form, "miles", done.problem);
    throw redirect(`${page}?done=claimed`, 303);
  }

  const verdict = await hitRateLimit(deps, RATE_LIMITS.upload, `${scope.clientAddress} ${own.booking.id}`);
  type Read = ReturnType<typeof readExpense>;
  const readExpense = (form: FormData) =>
    parseForm(copyOf(form), ExpenseSchema, "Nothing was claimed.", { formId: "expense" });
  const claimOf = (form: FormData, { value }: Extract<Read, { ok: true }>) => {
    const { kind, amount: pence, ...typed } = value;
    return newClaim(form, { kind, tenths: null, pence } as const, typed);
  };
  let done: Awaited<ReturnType<typeof addClaimWithReceipt>> | null = null;
  let chosen = "";
  const limits = { maxFiles: 1, maxBytes: MAX_UPLOAD_BYTES };
  const posted = await readMultipart(request, limits, async ({ name, fileName, content, form }) => {
    if (!verdict.isAllowed) return "stop";
    if (name !== "receipt" || fileName === "") return;
    chosen = cleanFileName(fileName);
    const read = readExpense(form);
    if (!read.ok) return;
    const receipt = { name: fileName, content };
    done = await addClaimWithReceipt(deps, { by, claim: claimOf(form, read), receipt }).catch(
      (error: unknown) => {
        deps.log.error("a receipt was not stored", { requestId: scope.requestId, ...describeError(error) });
        return { ok: false, problem: "not-stored" } as const;
      },
    );
  });
  const { form } = posted;
  if (!verdict.isAllowed) {
    const busy = "You are uploading very often. Please wait a while and try again.";
    return data(refuseForm(form, busy, {}, { formId: "expense" }), { status: 429 });
  }
  const read = readExpense(form);
  if (!read.ok) return data(read.reply, { status: 400 });
  if (!done && !posted.isWhole) return refuse(form, "expense", "cut");
  if (!done && read.value.note === "") {
    const message = "Select the receipt, or say in the note why there is none.";
    return data(refuseForm(form, message, { receipt: [message] }, { formId: "expense" }), { status: 400 });
  }
  done ??= await addClaim(deps, { by, claim: claimOf(form, read) });
  const { ok, problem } = { problem: null, ...done };
  if (!ok) return refuse(form, "expense", problem as unknown as ClaimProblem, chosen);
  throw redirect(`${page}?done=claimed`, 303);
}
