import { isVatRegistered, listOn } from "#app/features/settings/offer.ts";
import type { Company, Settings } from "#app/features/settings/values.ts";
import { addDays, type IsoDate } from "#app/platform/dates.ts";
import type { SummedLine } from "./sums.ts";

/** The content of an issued document, in the terms of EN 16931: seller (BG-4), buyer (BG-7), lines (BG-25),
 * references. */

export type Seller = {
  name: string;
  /** Several lines. */
  address: string;
  companyNumber: string;
  /** Empty: not registered, so that no VAT may be shown. */
  vatNumber: string;
  phone: string;
  email: string;
};

/** The buyer, and what only this buyer's document says. Erasing a person takes it out. */
export type Buyer = {
  name: string;
  organisation: string;
  /** One line; empty where nobody gave it. */
  address: string;
  /** The booking's reference, then the buyer's own numbers (BT-13, BT-10). */
  reference: string;
  /** Why a credit note was made, or what a further invoice is for; empty otherwise. */
  note: string;
};

export type DocumentContent = {
  seller: Seller;
  lines: SummedLine[];
  /** How to pay (BG-16), as it was then. */
  bankDetails: string;
  /** The day of the assessment as it was known then (BT-72): the tax point, once it is past. */
  suppliedOn: IsoDate | null;
};

/** The practice as it sells on a London day: without a VAT number before it is registered. */
export function sellerOf(company: Company, day: IsoDate): Seller {
  const { name, companyNumber, phone, email } = company;
  const vatNumber = isVatRegistered(company, day) ? company.vatNumber : "";
  return {
    name,
    companyNumber,
    vatNumber,
    phone,
    email,
    address: company.registeredAddress || company.tradingAddress,
  };
}

/** London days of an invoice, and of the assessment that it is about; null while that has no day. */
type TaxDays = { issuedOn: IsoDate; suppliedOn: IsoDate | null };
type TaxSettings = Pick<Settings, "company" | "prices">;

/** Days after an assessment in which the day of its invoice is the tax point (VAT Act 1994, section 6). */
const INVOICE_DAYS = 14;

/** The day whose VAT rate counts: the invoice's; the assessment's where the invoice came too late for that. */
export const taxPoint = ({ issuedOn, suppliedOn }: TaxDays): IsoDate =>
  suppliedOn !== null && addDays(suppliedOn, INVOICE_DAYS) < issuedOn ? suppliedOn : issuedOn;

/** The VAT rate within a price, in per cent: that of the price list of the tax point, or `vatRate`. None on what was
 * sold, or carried out, before the practice was registered. */
export function rateAt({ company, prices }: TaxSettings, days: TaxDays, vatRate?: number): number {
  const { issuedOn, suppliedOn } = days;
  const sold = suppliedOn !== null && suppliedOn < issuedOn ? suppliedOn : issuedOn;
  if (!isVatRegistered(company, sold)) return 0;
  return vatRate ?? listOn(prices, taxPoint(days)).vatRate;
}

/** Pence up to which an invoice needs no buyer's address (VAT Regulations 1995, regulation 16A). */
export const MAX_SIMPLE_PENCE = 250_00;

/** True of a VAT invoice for which the law wants an address of its buyer that nobody gave. */
export const lacksAddress = ({
  totalPence,
  vatPence,
  address,
}: {
  totalPence: number;
  vatPence: number;
  address: string;
}) => vatPence > 0 && totalPence > MAX_SIMPLE_PENCE && address === "";

/** The title of a document. Only a VAT-registered seller makes a VAT invoice. */
export function titleOf({ series, seller }: { series: "INV" | "CN"; seller: Seller }): string {
  const what = series === "INV" ? "invoice" : "credit note";
  return seller.vatNumber === "" ? what.charAt(0).toUpperCase() + what.slice(1) : `VAT ${what}`;
}
