import { data } from "react-router";
import type { z } from "zod";
import { requireAdministrator, type RouteContext } from "#app/features/accounts/guards.server.ts";
import type { Author } from "#app/features/audit/record-audit.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { accessHistory } from "./personal-data.server.ts";
import {
  activeRestrictions,
  liftRestriction,
  placeRestriction,
} from "#app/features/data-protection/restrictions.server.ts";
import type { CaseSchema } from "./case-schema.ts";
import { erasePerson } from "./erase-person.server.ts";
import { findCase, type PrivacyCase } from "./subject.server.ts";

type CaseRequest = { context: RouteContext; request: Request; params: { caseId: string } };

/** The case of an Administrator's request. Throws the guard's answers and the 404 page. */
export async function requireCase({ context, request, params }: CaseRequest) {
  const { deps, by } = await requireAdministrator(context, request);
  const privacyCase = await findCase(deps, params.caseId);
  if (!privacyCase) throw data(null, { status: 404 });
  return { deps, by, privacyCase };
}

export async function readCasePage(deps: Pick<Deps, "db" | "secrets" | "clock">, privacyCase: PrivacyCase) {
  const { row, subject } = privacyCase;
  const bookingIds = subject.bookings.map((booking) => booking.id);
  return {
    id: row.id,
    person:
      row.email_key ?? (subject.bookings[0] ? `Client of ${subject.bookings[0].reference}` : "Erased person"),
    isErased: row.email_key === null && (subject.bookings[0]?.referrer_email_key ?? "") === "",
    bookings: subject.bookings.map(({ id, reference, status, created_at }) => ({
      id,
      reference,
      status,
      created_at,
    })),
    accounts: subject.accounts.map(
      ({ user }) => user.email + (user.email_confirmed_at ? "" : " (address not confirmed)"),
    ),
    restrictions: await activeRestrictions(deps.db, { emailKey: subject.emailKey, bookingIds }),
    history: await accessHistory(deps, privacyCase),
  };
}

type CaseOutcome = "restricted" | "held" | "lifted" | "erased" | "refused";

/** `refused` when a legal hold forbids an erasure. */
export async function runCaseAction(
  deps: Pick<Deps, "db" | "env" | "clock" | "ids" | "secrets">,
  privacyCase: PrivacyCase,
  form: z.infer<typeof CaseSchema>,
  by: Author,
): Promise<CaseOutcome> {
  switch (form.intent) {
    case "lift":
      await liftRestriction(deps, { ...by, restrictionId: form.restrictionId, caseId: privacyCase.row.id });
      return "lifted";
    case "erase":
      return erasePerson(deps, privacyCase, { ...by, reason: form.reason });
    case "restriction":
    case "legal-hold":
      await placeRestriction(deps, { ...by, kind: form.intent, case: privacyCase.row, reason: form.reason });
      return form.intent === "restriction" ? "restricted" : "held";
  }
}
