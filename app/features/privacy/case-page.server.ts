import { z } from "zod";
import { data } from "react-router";
import { requireAdministrator, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { queueHeldBack } from "#app/features/outbox/held-back.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { accessHistory } from "./personal-data.server.ts";
import {
  activeRestrictions,
  liftRestriction,
  placeRestriction,
} from "#app/features/data-protection/restrictions.server.ts";
import { askFirstOf } from "#app/features/visits/plan/ask-first.server.ts";
import { erasePerson } from "./erase-person.server.ts";
import { findCase, isErased, personInWords, personOf, type PrivacyCase } from "./subject.server.ts";

const Reason = z
  .string({ error: "Give the reason: it is kept with the case." })
  .trim()
  .min(3, "Give the reason: it is kept with the case.")
  .max(500, "Use at most 500 characters.");

export const CaseSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("restriction"), reason: Reason }),
  z.object({ intent: z.literal("legal-hold"), reason: Reason }),
  z.object({ intent: z.literal("lift"), restrictionId: z.string().max(64) }),
  z.object({
    intent: z.literal("erase"),
    reason: Reason,
    confirmErasure: z.literal("on", { error: "Tick the box to confirm: this cannot be undone." }),
  }),
]);

export const CaseSearchSchema = z.object({
  person: z
    .string({ error: "Enter an email address or a booking reference." })
    .trim()
    .min(3, "Enter an email address or a booking reference.")
    .max(254, "Use at most 254 characters."),
});

type CaseRequest = { context: RouteContext; request: Request; params: { caseId: string } };

/** The case of an Administrator's request. Throws the guard's answers and the 404 page. */
export async function requireCase({ context, request, params }: CaseRequest) {
  const { deps, by } = await requireAdministrator(context, request);
  const privacyCase = await findCase(deps, params.caseId);
  if (!privacyCase) throw data(null, { status: 404 });
  return { deps, by, privacyCase };
}

export async function readCasePage(deps: Deps, privacyCase: PrivacyCase) {
  const { row, subject } = privacyCase;
  return {
    id: row.id,
    person: personInWords(row.email_key, subject.bookings[0]?.reference),
    isErased: isErased(privacyCase),
    bookings: subject.bookings.map(({ id, reference, status, created_at }) => ({
      id,
      reference,
      status,
      created_at,
    })),
    accounts: subject.accounts.map(
      ({ user }) => user.email + (user.email_confirmed_at ? "" : " (address not confirmed)"),
    ),
    restrictions: await activeRestrictions(deps.db, personOf(subject)),
    history: await accessHistory(deps, privacyCase),
  };
}

/** `refused` when a legal hold forbids an erasure; `not-found` for another person's restriction; `erased` whatever an
 * old page sends about a person who was. The visits at stake while a restriction was not placed yet, because of visits
 * to come that `visitsSeen` does not name. */
export async function runCaseAction(
  deps: Deps,
  privacyCase: PrivacyCase,
  form: z.infer<typeof CaseSchema>,
  { visitsSeen = [], ...by }: ActedByRequest & { visitsSeen?: readonly string[] },
) {
  if (isErased(privacyCase)) return "erased";
  switch (form.intent) {
    case "lift": {
      const { row, subject } = privacyCase;
      const person = personOf(subject);
      const lift = { ...by, restrictionId: form.restrictionId, caseId: row.id, person };
      const isLifted = await transact(deps.db, async (trx) => {
        if (!(await liftRestriction({ ...deps, db: trx }, lift))) return false;
        // Another restriction cancels them again.
        await queueHeldBack(trx, deps, { ...person, codes: ["restricted"] });
        return true;
      });
      return isLifted ? "lifted" : "not-found";
    }
    case "erase":
      return erasePerson(deps, privacyCase, { ...by, reason: form.reason });
    case "legal-hold":
      await placeRestriction(deps, { ...by, kind: form.intent, case: privacyCase.row, reason: form.reason });
      return "held";
    case "restriction": {
      const bookingIds = privacyCase.subject.bookings.map(({ id }) => id);
      const restriction = { ...by, kind: form.intent, case: privacyCase.row, reason: form.reason };
      const asked = await askFirstOf(deps, { bookingIds })(visitsSeen, (inside) =>
        placeRestriction(inside, restriction),
      );
      return asked.ok ? "restricted" : asked.atStake;
    }
  }
}
