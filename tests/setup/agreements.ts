import type { Deps } from "#app/deps.server.ts";
import type { AgreementTerms } from "#app/features/organisations/record/agreement-terms.ts";

/** Terms that leave everything as the price list has it. */
export const LIST_TERMS: AgreementTerms = {
  percentOff: 0,
  prices: {},
  hasDiscount: true,
  depositPercent: 50,
  daysToPay: 30,
  isOnAccount: false,
  needsPo: false,
  cancelWords: "",
  travelWords: "",
  capPence: null,
  contactHours: null,
  visitDays: null,
  reportDays: null,
  template: "",
  needsReview: false,
};

type Given = {
  organisationId: string;
  validFrom?: string;
  validUntil?: string | null;
  reference?: string;
  terms?: Partial<AgreementTerms>;
};

/** An agreement, whatever day it begins on. */
export async function createAgreement(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  { organisationId, validFrom = "2020-01-01", validUntil = null, reference = "F-1", terms = {} }: Given,
): Promise<string> {
  const id = ids.uuid();
  await db
    .insertInto("organisation_agreements")
    .values({
      id,
      organisation_id: organisationId,
      valid_from: validFrom,
      valid_until: validUntil,
      reference,
      terms_json: JSON.stringify({ ...LIST_TERMS, ...terms }),
      created_by: null,
      created_at: clock.now().toISOString(),
    })
    .execute();
  return id;
}
