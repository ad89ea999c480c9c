import type { z } from "zod";
import { ApiErrorBody } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { ASSESSMENT_CALLS } from "./operations/assessments.ts";
import { Role, STAFF_CALLS, User } from "./operations/admin.ts";
import { SIGN_IN_CALLS, SignInState, Success } from "./operations/auth.ts";
import { Booking, BOOKING_CALLS, BookingList, CUSTOMER_CALLS, Visit } from "./operations/bookings.ts";
import { INVOICE_CALLS } from "./operations/invoices.ts";
import { REFERRAL_CALLS, ReferralForm } from "./operations/referral-forms.ts";
import { VISIT_CALLS, VisitState } from "./operations/visits.ts";

export const OPERATIONS: readonly Operation[] = [
  ASSESSMENT_CALLS,
  BOOKING_CALLS,
  VISIT_CALLS,
  INVOICE_CALLS,
  SIGN_IN_CALLS,
  REFERRAL_CALLS,
  STAFF_CALLS,
  CUSTOMER_CALLS,
].flatMap((calls) => Object.values<Operation>(calls));

/** Schemas shared by several answers, by their name in the description. */
export const SHARED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Error: ApiErrorBody,
  Booking,
  Visit,
  VisitState,
  ReferralForm,
  SignInState,
  User,
  Role,
  BookingList,
  Success,
};
