import type { Company } from "#app/features/settings/values.ts";
import type { IsoDate } from "#app/platform/dates.ts";
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

export function sellerOf(company: Company): Seller {
  const { name, companyNumber, vatNumber, phone, email } = company;
  return {
    ...{ name, companyNumber, vatNumber, phone, email },
    address: company.registeredAddress || company.tradingAddress,
  };
}

/** The VAT rate that a seller may show: none without a VAT number (VAT Act 1994, Schedule 11, paragraph 5). */
export const rateOf = (seller: Pick<Seller, "vatNumber">, vatRate: number) =>
  seller.vatNumber === "" ? 0 : vatRate;

/** The title of a document. Only a VAT-registered seller makes a VAT invoice. */
export function titleOf({ series, seller }: { series: "INV" | "CN"; seller: Seller }): string {
  const what = series === "INV" ? "invoice" : "credit note";
  return seller.vatNumber === "" ? what.charAt(0).toUpperCase() + what.slice(1) : `VAT ${what}`;
}
