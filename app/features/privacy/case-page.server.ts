import { z } from "zod";
import { data, redirect } from "react-router";
import { requireAdministrator, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import { AT_STAKE_WORDS, type AtStakeRefused } from "#app/features/assessors/visits-at-stake.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { DONE, refused, type Refused } from "#app/features/booking/record/change-booking.server.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { queueHeldBack } from "#app/features/outbox/held-back.server.ts";
import { FIRST_PAGE } from "#app/kit/pages.ts";
import { transact } from "#app/platform/database.server.ts";
import { accessPage } from "./personal-data.server.ts";
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

export const RestrictionSchema = z.object({ reason: Reason });

export const EraseSchema = z.object({
  reason: Reason,
  confirmErasure: z.literal("on", { error: "Tick the box to confirm: this cannot be undone." }),
});

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

export async function readCasePage(deps: Deps, privacyCase: PrivacyCase, url = FIRST_PAGE) {
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
    ...(await accessPage(deps, privacyCase, url)),
  };
}

type Posted = Sent & { deps: Deps; by: ActedByRequest; privacyCase: PrivacyCase };

const form = formOf<Posted, Refused<"not-found" | "legal-hold"> | AtStakeRefused>();

const answer = answerForms(
  {
    restriction: form({
      schema: RestrictionSchema,
      change: ({ deps, by, privacyCase: { row, subject }, form: posted }, { reason }) => {
        const ask = askFirstOf(deps, { bookingIds: subject.bookings.map(({ id }) => id) });
        const restriction = { ...by, kind: "restriction" as const, case: row, reason };
        return ask(posted, async (inside) => {
          await placeRestriction(inside, restriction);
          return DONE;
        });
      },
      said: "Processing is restricted: no mails and invoices go out, and staff cannot change the bookings. Bookings, mails and complaints are kept.",
      done: "restricted",
    }),
    "legal-hold": form({
      schema: RestrictionSchema,
      change: ({ deps, by, privacyCase: { row } }, { reason }) =>
        placeRestriction(deps, { ...by, kind: "legal-hold", case: row, reason }),
      said: "The legal hold is in place: bookings, mails and complaints are kept, and nobody can erase them.",
      done: "held",
    }),
    lift: form({
      schema: z.object({ restrictionId: z.string().max(64) }),
      change: ({ deps, by, privacyCase: { row, subject } }, { restrictionId }) => {
        const person = personOf(subject);
        return transact(deps, async (inside) => {
          const lift = { ...by, restrictionId, caseId: row.id, person };
          if (!(await liftRestriction(inside, lift))) return refused("not-found");
          // Another restriction cancels them again.
          await queueHeldBack(inside.db, deps, { ...person, codes: ["restricted"] });
          return DONE;
        });
      },
      said: "Lifted. Mails and invoices that were held back are in the outbox as cancelled; Retry sends them.",
      done: "lifted",
    }),
    erase: form({
      schema: EraseSchema,
      change: async ({ deps, by, privacyCase }, { reason }) =>
        (await erasePerson(deps, privacyCase, { ...by, reason })) === "erased" ? DONE : refused("legal-hold"),
      said: "The person was erased. A restored backup will not bring them back.",
      done: "erased",
    }),
  },
  {
    words: {
      ...AT_STAKE_WORDS,
      "not-found": null,
      "legal-hold": "This person is under a legal hold. Lift the hold first, if you may.",
    },
    summary: "Nothing was changed. Please check the form.",
    formId: (_, intent) => intent,
  },
);

export const saidOnCasePage = answer.said;

/** Answers the forms of a case. Throws redirects; whatever an old page sends about a person who was erased leads to
 * the page that says so. */
export async function answerCasePage(posted: Omit<Posted, "page">) {
  const page = `/admin/privacy/cases/${posted.privacyCase.row.id}`;
  if (isErased(posted.privacyCase)) throw redirect(`${page}?done=erased`);
  return answer({ ...posted, page });
}
