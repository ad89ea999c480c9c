import type { ShownValues } from "./field-values.ts";
import type { BookingStatus } from "./tables.ts";

export type AssessmentPrice = {
  id: string;
  name: string;
  price: number | null;
  isPriceOnRequest: boolean;
};

/** The booking as screens and the API show it. Money in pounds, VAT included; instants in UTC. */
export type BookingReadModel = ShownValues & {
  id: string;
  bookingReference: string;
  bookingStatus: BookingStatus;
  status: BookingStatus;
  isVirtual: boolean;
  isVirtualAssessment: boolean;
  totalValue: number;
  selectedAssessments: string[];
  referrerOrganization: string | null;
  createdAt: string;
  calculatedPricing: {
    assessmentPrices: AssessmentPrice[];
    subtotal: number;
    discount: number;
    total: number;
  };
};
