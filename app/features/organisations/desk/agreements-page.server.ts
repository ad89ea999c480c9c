import { data } from "react-router";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type KeptNow,
} from "#app/features/booking/record/change-booking.server.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import { updateStaffFields } from "#app/features/booking/record/write-booking.server.ts";
import {
  agreementWords,
  capStanding,
  isOn,
  termWords,
} from "#app/features/organisations/record/agreement-terms.ts";
import {
  addAgreement,
  agreementsOf,
  agreementsSeen,
  endAgreement,
  isToTakeOn,
  removeAgreement,
  usedPence,
  type AgreementProblem,
} from "#app/features/organisations/record/agreements.server.ts";
import { findOrganisation } from "#app/features/organisations/record/change-organisation.server.ts";
import { TEMPLATES } from "#app/features/report-writing/templates.ts";
import { dayOrNone } from "#app/features/settings/form-values.ts";
import { answerForms, atField, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { FIRST_PAGE } from "#app/kit/pages.ts";
import { pageOfQuery } from "#app/kit/pieces.server.ts";
import { formatInstant, londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { agreementFields, agreementSchema, agreementValues } from "./agreement-form.ts";

const STATES = { now: "In force", next: "To come", past: "Ended" } as const;

/** Everything about an organisation's agreements, for staff; null for an unknown one. */
export async function readAgreementsPage(deps: Deps, organisationId: string, url = FIRST_PAGE) {
  const organisation = await findOrganisation(deps, organisationId);
  if (!organisation) return null;
  const agreements = await agreementsOf(deps, organisationId);
  const now = deps.clock.now();
  const today = londonDate(now);
  const offer = deps.settings.offer(now);
  const beyond = deps.db
    .selectFrom("bookings")
    .select(["id", "reference", "total_pence", "over_cap_since"])
    .where("organisation_id", "=", organisationId)
    .where(isToTakeOn)
    .orderBy("over_cap_since")
    .orderBy("id");
  const { rows, at } = await pageOfQuery(beyond, url, { name: "beyond" });
  const shown = [];
  for (const agreement of agreements) {
    const { id, reference, validFrom, terms } = agreement;
    const state = isOn(agreement, today) ? "now" : validFrom > today ? "next" : "past";
    const cap = capStanding(terms, terms.capPence === null ? 0 : await usedPence(deps, id));
    shown.push({
      id,
      reference,
      state: STATES[state],
      days: termWords(agreement),
      cap,
      mayEnd: state !== "past",
      mayRemove: state === "next",
      ...agreementWords(agreement, offer, { seesMoney: true, templates: TEMPLATES }),
    });
  }
  return {
    organisation: { id: organisation.id, name: organisation.name },
    agreements: shown,
    seen: agreementsSeen(agreements),
    fields: agreementFields(offer),
    saved: agreementValues(agreements[0], offer),
    beyond: rows.map(({ id, reference, total_pence, over_cap_since }) => ({
      id,
      reference,
      total: formatPoundsAndPence(total_pence),
      since: formatInstant(over_cap_since!),
    })),
    at,
  };
}

type Posted = Sent & { deps: Deps; by: ActedByRequest; organisationId: string };
type Problem = AgreementProblem | { ok: false; problem: KeptNow | "taken" };

const form = formOf<Posted, Problem>();
const changeOf = ({ by, organisationId, form: posted }: Posted) => ({
  ...by,
  organisationId,
  seen: String(posted.get("seen")),
});
const agreement = z.string().max(64);

/** Takes a booking beyond the cap on: nobody is asked about it any more. */
function takeOn(deps: Deps, { by, bookingId }: { by: ActedByRequest; bookingId: string }) {
  return changeBooking(deps, { bookingId, by }, async (inside, booking) => {
    if (booking.over_cap_since === null) return refused("taken");
    await updateStaffFields(inside.db, deps, bookingId, { over_cap_since: null });
    await recordAudit(inside, by, "booking.beyond-cap-taken", ["booking", bookingId]);
    return DONE;
  });
}

export const answerAgreementsPage = answerForms(
  {
    add: form({
      schema: ({ deps }) => agreementSchema(deps.settings.offer(deps.clock.now())),
      change: (posted, value) => addAgreement(posted.deps, value, changeOf(posted)),
      said: "The agreement was added. Bookings from its first day on are made under it.",
    }),
    end: form({
      schema: z.object({
        agreement,
        lastDay: dayOrNone.refine((day) => day !== "", "Enter the last day."),
      }),
      change: (posted, { agreement: id, lastDay }) =>
        endAgreement(posted.deps, { id, lastDay }, changeOf(posted)),
      said: "The last day was set. Bookings that were made keep what was agreed.",
    }),
    remove: form({
      schema: z.object({ agreement }),
      change: (posted, { agreement: id }) => removeAgreement(posted.deps, { id }, changeOf(posted)),
      said: "The agreement was removed before it began.",
    }),
    "take-on": form({
      schema: z.object({ booking: z.string().max(64) }),
      change: ({ deps, by }, { booking }) => takeOn(deps, { by, bookingId: booking }),
      said: "The booking was taken on.",
    }),
  },
  {
    words: {
      ...KEPT_WORDS,
      "not-found": null,
      changed: "Somebody else changed the agreements since you opened this page. Please check them again.",
      overlaps: ({ field, with: other }) =>
        atField(field, "Only one agreement may be in force on a day.", `It overlaps with ${other}.`),
      past: ({ field }) =>
        atField(field, "An agreement never changes what was booked: choose today or a later day."),
      "in-force": "The agreement is in force already: set its last day.",
      taken: "Somebody else took the booking on.",
    },
    isRaw: true,
    async guard({ deps, organisationId }) {
      if (!(await findOrganisation(deps, organisationId))) throw data(null, { status: 404 });
    },
    formId: (posted, intent) =>
      intent === "add" ? "add-form" : `change-${String(posted.get("agreement") ?? posted.get("booking"))}`,
  },
);

export type AgreementsPage = NonNullable<Awaited<ReturnType<typeof readAgreementsPage>>>;
