import type { BookingStatus } from "./tables.ts";

/** One line of a booking, as it was priced on the day it was made. Money in pounds. */
export type AssessmentPrice = {
  id: string;
  name: string;
  /** Null when the price is on request. */
  price: number | null;
  isPriceOnRequest: boolean;
};

/** The booking as screens and the API show it (SPEC section 3 "Booking read model", DESIGN decision 35). */
export type BookingReadModel = {
  id: string;
  bookingReference: string;
  bookingStatus: BookingStatus;
  status: BookingStatus;
  /** `YYYY-MM-DD` */
  preferredDate: string | null;
  assessmentLocation: string | null;
  isVirtual: boolean;
  isVirtualAssessment: boolean;
  showVirtualPricing: boolean;
  /** Pounds, VAT included. */
  totalValue: number;
  /** Names, in the order chosen. */
  selectedAssessments: string[];
  otherAssessmentDetails: string | null;
  clientTitle: string | null;
  clientFirstName: string | null;
  clientLastName: string | null;
  clientDob: string | null;
  clientGender: string | null;
  clientGenderOther: string | null;
  clientAddressLine1: string | null;
  clientAddressLine2: string | null;
  clientTownCity: string | null;
  clientPostcode: string | null;
  /** National digits, without a leading zero. */
  clientPhone: string | null;
  clientPhoneAsTyped: string | null;
  clientCountryCode: string;
  referrerFirstName: string;
  referrerLastName: string;
  referrerEmail: string;
  /** National digits, without a leading zero. */
  referrerPhone: string;
  referrerPhoneAsTyped: string;
  referrerCountryCode: string;
  referrerOrganization: string | null;
  referrerOrganisation: string | null;
  referrerRelationship: string;
  referrerProfessionalCapacity: string | null;
  referrerCustomRole: string | null;
  allowWeekends: boolean;
  preferEarlierDate: boolean;
  paymentMethod: "pay_now" | "pay_later";
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
