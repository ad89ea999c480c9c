import type { z } from "zod";
import type { Operation } from "./operation.ts";
import {
  createUserCall,
  listRolesCall,
  listUsersCall,
  Role,
  sendBookingLinkCall,
  User,
} from "./operations/admin.ts";
import {
  completeOtpLogin,
  createPasswordCall,
  login,
  logout,
  registerCustomer,
  sendOtp,
  SignInState,
  Success,
  verifyOtp,
} from "./operations/auth.ts";
import {
  Booking,
  BookingList,
  createBooking,
  listBookings,
  readBookingCall,
  readConfirmation,
} from "./operations/bookings.ts";
import { listMyBookings, listMyReferrals } from "./operations/customer.ts";
import { createInvoiceCall } from "./operations/invoices.ts";
import {
  createReferralForm,
  readReferralForm,
  ReferralForm,
  updateReferralForm,
} from "./operations/referral-forms.ts";

export const OPERATIONS: readonly Operation[] = [
  createBooking,
  listBookings,
  readBookingCall,
  readConfirmation,
  createInvoiceCall,
  registerCustomer,
  login,
  sendOtp,
  verifyOtp,
  completeOtpLogin,
  createPasswordCall,
  logout,
  readReferralForm,
  createReferralForm,
  updateReferralForm,
  sendBookingLinkCall,
  listRolesCall,
  listUsersCall,
  createUserCall,
  listMyBookings,
  listMyReferrals,
];

/** Schemas shared by several answers, by their name in the description. */
export const SHARED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Booking,
  ReferralForm,
  SignInState,
  User,
  Role,
  BookingList,
  Success,
};
