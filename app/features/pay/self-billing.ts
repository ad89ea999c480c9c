import { isUkVatNumber, isVatNumber } from "#app/features/settings/vat-number.ts";
import { addDays, type IsoDate } from "#app/platform/dates.ts";

/** Self-billing: the practice writes the invoice of an assessor. HMRC, VAT Notice 700/62, sections 3 and 4: both are
 * registered for VAT, the assessor agreed in writing and writes none, and the agreement is reviewed at its end. The
 * sentence has to be on each invoice; a person must check it before use. */
export const SELF_BILLING = {
  sentence: "The VAT shown is your output tax due to HMRC.",
  source: "https://www.gov.uk/guidance/self-billing-notice-70062",
  checkedOn: "2026-11-27",
} as const;

type Agreement = Record<"vatNumber" | "address", string> &
  Record<"selfBillingFrom" | "selfBillingUntil", IsoDate | null>;

/** The usual length of an agreement that names no end. */
const USUAL_DAYS = 365;

/** The last London day of an agreement; null without one. */
export const agreementEnd = ({ selfBillingFrom, selfBillingUntil }: Agreement): IsoDate | null =>
  selfBillingUntil ?? (selfBillingFrom && addDays(selfBillingFrom, USUAL_DAYS));

/** Whether a document of this day is an invoice that the practice, with this VAT number, writes for the assessor. */
export function isSelfBilled(assessor: Agreement, day: IsoDate, practiceVatNumber: string): boolean {
  const end = agreementEnd(assessor);
  return (
    practiceVatNumber !== "" &&
    assessor.vatNumber !== "" &&
    assessor.address !== "" &&
    assessor.selfBillingFrom !== null &&
    assessor.selfBillingFrom <= day &&
    end !== null &&
    day <= end
  );
}

const SOON_DAYS = 30;

/** The review of an agreement that staff have to make; null for none. */
export function reviewNeeded(assessor: Agreement, today: IsoDate, practiceVatNumber: string) {
  const end = agreementEnd(assessor);
  if (end === null) return null;
  if (practiceVatNumber === "") return { kind: "practice" as const, end };
  if (!isUkVatNumber(practiceVatNumber) || !isVatNumber(assessor.vatNumber))
    return { kind: "number" as const, end };
  if (end < today) return { kind: "ended" as const, end };
  return end <= addDays(today, SOON_DAYS) ? { kind: "soon" as const, end } : null;
}
