import type { ShownValues } from "./fields.ts";
import type { BookingStatus } from "./tables.ts";

/** One line of a booking, as it was priced on the day it was made. Money in pounds. */
export type AssessmentPrice = {
  id: string;
  name: string;
  /** Null when the price is on request. */
  price: number | null;
  isPriceOnRequest: boolean;
};

/** The booking as screens and the API show it: its fields but for the consents, and what follows from them. */
export type BookingReadModel = ShownValues & {
  id: string;
  bookingReference: string;
  bookingStatus: BookingStatus;
  status: BookingStatus;
  isVirtual: boolean;
  isVirtualAssessment: boolean;
  /** Pounds, VAT included. */
  totalValue: number;
  /** Names, in the order chosen. */
  selectedAssessments: string[];
  referrerOrganization: string | null;
  /** UTC. */
  createdAt: string;
  /** Pounds; `discount` is positive. */
  calculatedPricing: {
    assessmentPrices: AssessmentPrice[];
    subtotal: number;
    discount: number;
    total: number;
  };
};
