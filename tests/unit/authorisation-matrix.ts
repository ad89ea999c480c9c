/**
 * Who may do what, for every URL and method of app/routes.ts (issue of the authorisation matrix). A new route that is not in
 * it fails the test beside it.
 */

export const ACTORS = [
  "visitor",
  "signedOut",
  "customer",
  "otherCustomer",
  "coordinator",
  "administrator",
] as const;
export type Actor = (typeof ACTORS)[number];

/** `in`: the guard lets the caller pass, whatever becomes of the request. Otherwise the refusal. */
export type Verdict = "in" | "to admin login" | "to customer login" | 401 | 403 | 404;
export type Row = Record<Actor, Verdict>;

const everybody: Row = {
  visitor: "in",
  signedOut: "in",
  customer: "in",
  otherCustomer: "in",
  coordinator: "in",
  administrator: "in",
};
const nobody: Row = {
  visitor: 404,
  signedOut: 404,
  customer: 404,
  otherCustomer: 404,
  coordinator: 404,
  administrator: 404,
};
/** `customer` is the booking's owner. */
const ownerAndStaff: Row = { ...everybody, visitor: 404, signedOut: 404, otherCustomer: 404 };
const staff: Row = {
  visitor: "to admin login",
  signedOut: "to admin login",
  customer: 403,
  otherCustomer: 403,
  coordinator: "in",
  administrator: "in",
};
const administrators: Row = { ...staff, coordinator: 403 };
const customers: Row = {
  visitor: "to customer login",
  signedOut: "to customer login",
  customer: "in",
  otherCustomer: "in",
  coordinator: 403,
  administrator: 403,
};

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
  "GET /admin/users": administrators,
  "GET /admin/users/new": administrators,
  "POST /admin/users/new": administrators,
  "GET /admin/users/:userId": administrators,
  "POST /admin/users/:userId": administrators,
  "GET /admin/outbox": staff,
  "GET /admin/outbox/:jobId": staff,
  "POST /admin/outbox/:jobId": staff,

  "GET /customer/dashboard": customers,
  "GET /lost-link": everybody,
  "POST /lost-link": everybody,

  "GET /thankyou": everybody,
  "GET /booking/submitted": everybody,
  "GET /booking/submitted/:bookingId": ownerAndStaff,
  "GET /booking/confirmation/:bookingId?": ownerAndStaff,
  "GET /booking/:bookingId": ownerAndStaff,

  "GET /*": nobody,
  "POST /*": nobody,
};
