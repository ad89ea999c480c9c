/** Who may do what, for every URL and method of app/routes.ts. A route that has no row here fails the test beside it. */

export const ACTORS = [
  "visitor",
  "signedOut",
  "linkHolder",
  "customer",
  "otherCustomer",
  "coordinator",
  "administrator",
] as const;
/** `linkHolder` is a visitor with the booking's token in the URL; `customer` owns the booking. */
export type Actor = (typeof ACTORS)[number];

/** `in`: the guard lets the caller pass, whatever becomes of the request. Otherwise the refusal. */
export type Verdict = "in" | "to admin login" | "to customer login" | 401 | 403 | 404 | 405;
export type Row = Record<Actor, Verdict>;

const everybody: Row = {
  visitor: "in",
  signedOut: "in",
  linkHolder: "in",
  customer: "in",
  otherCustomer: "in",
  coordinator: "in",
  administrator: "in",
};
const nobody: Row = {
  visitor: 404,
  signedOut: 404,
  linkHolder: 404,
  customer: 404,
  otherCustomer: 404,
  coordinator: 404,
  administrator: 404,
};
const ownerAndStaff: Row = { ...everybody, visitor: 404, signedOut: 404, otherCustomer: 404 };
const staff: Row = {
  visitor: "to admin login",
  signedOut: "to admin login",
  linkHolder: "to admin login",
  customer: 403,
  otherCustomer: 403,
  coordinator: "in",
  administrator: "in",
};
const administrators: Row = { ...staff, coordinator: 403 };
const customers: Row = {
  visitor: "to customer login",
  signedOut: "to customer login",
  linkHolder: "to customer login",
  customer: "in",
  otherCustomer: "in",
  coordinator: 403,
  administrator: 403,
};

/** The booking's token or grant, and nothing else (DESIGN decision 17). */
const linkHolders: Row = { ...nobody, linkHolder: "in" };
/** For whoever holds a secret of its own that no actor here holds; the refusal is the same for all. */
const refuseAll = (verdict: Verdict) => Object.fromEntries(ACTORS.map((actor) => [actor, verdict])) as Row;
const staffApi: Row = { ...staff, visitor: 401, signedOut: 401, linkHolder: 401 };
const administratorsApi: Row = { ...staffApi, coordinator: 403 };
const customersApi: Row = { ...customers, visitor: 401, signedOut: 401, linkHolder: 401 };

/** `METHOD path`, as in app/routes.ts. */
export const MATRIX: Record<string, Row> = {
  "GET /admin": staff,
  "GET /admin/bookings.csv": staff,
  "GET /admin/dashboard": staff,
  "GET /admin/bookings/:bookingId": staff,
  "POST /admin/bookings/:bookingId": staff,
  "GET /admin/bookings/:bookingId/edit": staff,
  "POST /admin/bookings/:bookingId/edit": staff,
  "GET /admin/bookings/:bookingId/cancel": staff,
  "POST /admin/bookings/:bookingId/cancel": staff,
  "GET /admin/bookings/:bookingId/link": staff,
  "POST /admin/bookings/:bookingId/link": staff,
  "GET /admin/send-booking": staff,
  "POST /admin/send-booking": staff,
  "GET /admin/security": staff,
  "POST /admin/security": staff,
  "GET /admin/security/password": staff,
  "POST /admin/security/password": staff,
  "GET /admin/security/two-factor": staff,
  "POST /admin/security/two-factor": staff,
  "GET /admin/users": administrators,
  "GET /admin/users/new": administrators,
  "POST /admin/users/new": administrators,
  "GET /admin/users/:userId": administrators,
  "POST /admin/users/:userId": administrators,
  "GET /admin/outbox": staff,
  "POST /admin/outbox": staff,
  "GET /admin/outbox/:jobId": staff,
  "POST /admin/outbox/:jobId": staff,
  "GET /admin/privacy": administrators,
  "POST /admin/privacy": administrators,
  "GET /admin/privacy/cases/:caseId": administrators,
  "POST /admin/privacy/cases/:caseId": administrators,
  "GET /admin/privacy/cases/:caseId/export.json": administrators,
  "GET /admin/privacy/cases/:caseId/report": administrators,
  "GET /admin/privacy/complaints/:complaintId": administrators,
  "POST /admin/privacy/complaints/:complaintId": administrators,

  "GET /customer/account": customers,
  "POST /customer/account": customers,
  "GET /customer/account/password": customers,
  "POST /customer/account/password": customers,
  "GET /customer/dashboard": customers,
  "GET /lost-link": everybody,
  "POST /lost-link": everybody,

  "GET /thankyou": everybody,
  "GET /booking/submitted": nobody,
  "GET /booking/submitted/:bookingId": ownerAndStaff,
  "GET /booking/confirmation/:bookingId?": ownerAndStaff,
  "GET /booking/:bookingId": ownerAndStaff,

  "GET /referral-form": nobody,
  "GET /referral-form/:bookingId": ownerAndStaff,
  "GET /referral-form/:bookingId/legal-information": ownerAndStaff,
  "POST /referral-form/:bookingId/legal-information": ownerAndStaff,
  "GET /referral-form/:bookingId/print": ownerAndStaff,
  "GET /referral-form/:bookingId/:step": ownerAndStaff,
  "POST /referral-form/:bookingId/:step": ownerAndStaff,
  "POST /referral-form/:bookingId/:step/autosave": ownerAndStaff,

  "GET /privacy": everybody,
  "GET /terms": everybody,
  "GET /accessibility": everybody,
  "GET /complaints": everybody,
  "POST /complaints": everybody,
  "GET /complaints/received": everybody,

  "GET /": everybody,
  "POST /": everybody,
  "GET /booking": everybody,
  "POST /booking": everybody,
  "GET /booking/steps/referrer": everybody,
  "POST /booking/steps/referrer": everybody,
  "GET /booking/steps/assessments": everybody,
  "POST /booking/steps/assessments": everybody,
  "GET /booking/steps/location": everybody,
  "POST /booking/steps/location": everybody,
  "GET /booking/steps/scheduling": everybody,
  "POST /booking/steps/scheduling": everybody,
  "GET /booking/steps/confirmation": everybody,
  "POST /booking/steps/confirmation": everybody,
  "GET /booking/register/:bookingId": linkHolders,
  "POST /booking/register/:bookingId": linkHolders,
  "GET /mail/unsubscribe/:bookingId": refuseAll(404),
  "POST /mail/unsubscribe/:bookingId": refuseAll(404),

  "GET /admin/login": everybody,
  "POST /admin/login": everybody,
  "GET /admin/login/otp": refuseAll("to admin login"),
  "POST /admin/login/otp": refuseAll("to admin login"),
  "GET /admin/login/2fa": refuseAll("to admin login"),
  "POST /admin/login/2fa": refuseAll("to admin login"),
  "GET /admin/login/create-password": refuseAll("to admin login"),
  "POST /admin/login/create-password": refuseAll("to admin login"),
  "GET /admin/login/reset": everybody,
  "POST /admin/login/reset": everybody,
  "GET /admin/login/reset/password": refuseAll(404),
  "POST /admin/login/reset/password": everybody,
  "GET /admin/logout": everybody,
  "POST /admin/logout": refuseAll("to admin login"),
  "GET /customer/login": everybody,
  "POST /customer/login": everybody,
  "GET /customer/login/reset": everybody,
  "POST /customer/login/reset": everybody,
  "GET /customer/login/reset/password": refuseAll(404),
  "POST /customer/login/reset/password": everybody,
  "GET /customer/logout": everybody,
  "POST /customer/logout": refuseAll("to customer login"),
  "GET /customer/verify-email": customers,
  "POST /customer/verify-email": customers,

  "GET /api/bookings": staffApi,
  "POST /api/bookings": everybody,
  "GET /api/bookings/:bookingId": ownerAndStaff,
  "GET /api/bookings/:bookingId/confirmation": ownerAndStaff,
  "POST /api/xero/create-invoice": ownerAndStaff,
  "POST /api/auth/register-customer": linkHolders,
  "POST /api/auth/login": refuseAll(401),
  "POST /api/auth/send-otp": everybody,
  "POST /api/auth/verify-otp": everybody,
  "POST /api/auth/complete-otp-login": refuseAll(401),
  "POST /api/auth/create-password": refuseAll(401),
  "POST /api/auth/logout": everybody,
  "POST /api/referral-forms": ownerAndStaff,
  "PATCH /api/referral-forms/:formId": ownerAndStaff,
  "GET /api/referral-forms/booking/:bookingId": ownerAndStaff,
  "POST /api/admin/send-booking-link": staffApi,
  "GET /api/admin/roles": administratorsApi,
  "GET /api/admin/users": administratorsApi,
  "POST /api/admin/users": administratorsApi,
  "GET /api/customer/my-bookings": customersApi,
  "GET /api/customer/my-referrals": customersApi,
  "GET /api/openapi.json": everybody,
  "GET /api/docs": everybody,
  "GET /api/mail/unsubscribe/:bookingId": everybody,
  "POST /api/mail/unsubscribe/:bookingId": refuseAll(404),
  "POST /api/webhooks/postmark": refuseAll(401),

  "GET /*": nobody,
  "POST /*": nobody,
};
