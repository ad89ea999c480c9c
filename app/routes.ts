import { layout, route, type RouteConfig } from "@react-router/dev/routes";

/** The addresses of one kind are served from one file. */
const calls = (kind: string, paths: string[]) =>
  paths.map((path) => route(`api/${path}`, `routes/api/${kind}.ts`, { id: `api/${path}` }));

const api = [
  ...calls("assessments", ["assessments"]),
  ...calls("bookings", [
    "bookings",
    "bookings/:bookingId",
    "bookings/:bookingId/confirmation",
    "xero/create-invoice",
  ]),
  ...calls("auth", [
    "auth/register-customer",
    "auth/login",
    "auth/send-otp",
    "auth/verify-otp",
    "auth/complete-otp-login",
    "auth/create-password",
    "auth/logout",
  ]),
  ...calls("referral-forms", [
    "referral-forms",
    "referral-forms/:formId",
    "referral-forms/booking/:bookingId",
  ]),
  ...calls("admin", ["admin/send-booking-link", "admin/roles", "admin/users"]),
  ...calls("customer", ["customer/my-bookings", "customer/my-referrals"]),
  route("api/openapi.json", "routes/api/openapi.ts"),
  route("api/*", "routes/api/not-found.ts"),
];

/** For developers alone: `npm run dev` sets this, and a build has neither the pages nor their examples. */
const gallery =
  process.env.NODE_ENV === "development" ? [route("gallery/:example?", "routes/system/gallery.tsx")] : [];

export default [
  ...api,
  route("admin", "routes/admin/home.tsx"),
  route("admin/statistics.csv", "routes/admin/statistics-csv.ts"),
  route("admin/bookings.csv", "routes/admin/export-bookings.ts"),
  route("admin/bookings/new/autosave", "routes/admin/booking-new-autosave.ts"),
  route("admin/logout", "routes/sign-in/logout.ts", { id: "staff-logout" }),
  route("customer/logout", "routes/sign-in/logout.ts", { id: "customer-logout" }),
  route("booking/:bookingId/calendar.ics", "routes/booking-pages/booking-files.ts", {
    id: "booking-calendar",
  }),
  route("booking/:bookingId/everything.txt", "routes/booking-pages/booking-files.ts", {
    id: "booking-record",
  }),
  route("admin/privacy/cases/:caseId/export.json", "routes/admin/privacy-export.ts"),
  route("admin/settings/mails/:topic/preview", "routes/admin/settings/mail-preview.ts"),
  route("robots.txt", "routes/system/robots.ts"),
  route("sitemap.xml", "routes/system/sitemap.ts"),
  route(".well-known/security.txt", "routes/system/security-contact.ts"),
  route("logo/:file", "routes/system/logo.ts"),
  route("accent/:file", "routes/system/accent.ts"),
  route("reports/:deliveryId/file", "routes/report/file.ts"),
  route("documents/:documentId", "routes/system/document.ts"),
  route("api/mail/unsubscribe/:bookingId", "routes/api/unsubscribe.ts"),
  route("api/webhooks/postmark", "routes/api/postmark-webhook.ts"),
  ...gallery,
  layout("routes/admin/staff-layout.tsx", [
    layout("routes/area-pages.tsx", { id: "staff-pages" }, [
      route("admin/dashboard", "routes/admin/dashboard.tsx"),
      route("admin/bookings/new", "routes/admin/booking-new.tsx"),
      route("admin/bookings/:bookingId", "routes/admin/booking.tsx"),
      route("admin/bookings/:bookingId/edit", "routes/admin/booking-edit.tsx"),
      route("admin/bookings/:bookingId/edit/client", "routes/admin/booking-edit-client.tsx"),
      route("admin/bookings/:bookingId/edit/assessments", "routes/admin/booking-edit-assessments.tsx"),
      route("admin/bookings/:bookingId/documents", "routes/admin/booking-documents.tsx"),
      route("admin/bookings/:bookingId/report", "routes/admin/booking-report.tsx"),
      route("admin/bookings/:bookingId/cancel", "routes/admin/booking-cancel.tsx"),
      route("admin/bookings/:bookingId/visit", "routes/admin/booking-visit.tsx"),
      route("admin/bookings/:bookingId/visit/free", "routes/admin/booking-visit-free.ts"),
      route("admin/bookings/:bookingId/visit/move", "routes/admin/booking-visit-move.tsx"),
      route("admin/bookings/:bookingId/visit/reassign", "routes/admin/booking-visit-reassign.tsx"),
      route("admin/bookings/:bookingId/visit/cancel", "routes/admin/booking-visit-cancel.tsx"),
      route("admin/bookings/:bookingId/visit/not-held", "routes/admin/booking-visit-not-held.tsx"),
      route("admin/bookings/:bookingId/link", "routes/admin/booking-link.ts"),
      route("admin/send-booking", "routes/admin/send-booking.tsx"),
      route("admin/statistics", "routes/admin/statistics.tsx"),
      route("admin/security", "routes/admin/security/security.tsx"),
      route("admin/security/password", "routes/sign-in/change-password.tsx", { id: "staff-password" }),
      route("admin/security/two-factor", "routes/admin/security/two-factor.tsx"),
      route("admin/calendar", "routes/admin/calendar.tsx"),
      route("admin/assessors", "routes/admin/assessors.tsx"),
      route("admin/assessors/:assessorId", "routes/admin/assessor.tsx"),
      route("admin/users", "routes/admin/users.tsx"),
      route("admin/users/new", "routes/admin/user-new.tsx"),
      route("admin/users/:userId", "routes/admin/user.tsx"),
      route("admin/users/:userId/:ask", "routes/admin/user-confirm.tsx"),
      route("admin/outbox", "routes/admin/outbox.tsx"),
      route("admin/outbox/:jobId", "routes/admin/outbox-job.tsx"),

      route("admin/privacy", "routes/admin/privacy.tsx"),
      route("admin/privacy/cases/:caseId", "routes/admin/privacy-case.tsx"),
      route("admin/privacy/cases/:caseId/report", "routes/admin/privacy-report.tsx"),
      route("admin/privacy/complaints/:complaintId", "routes/admin/privacy-complaint.tsx"),

      route("admin/setup", "routes/admin/setup.tsx"),
      route("admin/settings", "routes/admin/settings/index.tsx"),
      route("admin/settings/logo", "routes/admin/settings/logo.tsx"),
      route("admin/settings/prices", "routes/admin/settings/prices.tsx"),
      route("admin/settings/assessments", "routes/admin/settings/assessments.tsx"),
      route("admin/settings/mails", "routes/admin/settings/mails.tsx"),
      route("admin/settings/mails/:topic", "routes/admin/settings/mail.tsx"),
      route("admin/settings/:group", "routes/admin/settings/group.tsx"),
    ]),
  ]),
  layout("routes/assessor/assessor-layout.tsx", [
    layout("routes/area-pages.tsx", { id: "assessor-pages" }, [
      route("assessor", "routes/assessor/home.tsx"),
      route("assessor/visits/:visitId", "routes/assessor/visit.tsx"),
      route("assessor/visits/:visitId/documents", "routes/assessor/visit-documents.tsx"),
      route("assessor/visits/:visitId/referral", "routes/assessor/visit-referral.tsx"),
      route("assessor/visits/:visitId/report", "routes/assessor/visit-report.tsx"),
      route("assessor/hours", "routes/assessor/hours.tsx"),
      route("assessor/account", "routes/assessor/account.tsx"),
      route("assessor/account/password", "routes/sign-in/change-password.tsx", { id: "assessor-password" }),
    ]),
  ]),
  layout("routes/customer/customer-layout.tsx", [
    layout("routes/area-pages.tsx", { id: "customer-pages" }, [
      route("customer/dashboard", "routes/customer/dashboard.tsx"),
      route("customer/account", "routes/customer/account.tsx"),
      route("customer/account/password", "routes/sign-in/change-password.tsx", { id: "customer-password" }),
    ]),
  ]),
  layout("routes/site-layout.tsx", [
    // The first page is also at `/` and `/booking`.
    route("/", "routes/wizard/referrer.tsx", { id: "home" }),
    route("booking", "routes/wizard/referrer.tsx", { id: "booking" }),
    route("booking/steps/referrer", "routes/wizard/referrer.tsx"),
    route("booking/steps/assessments", "routes/wizard/assessments.tsx"),
    route("booking/steps/location", "routes/wizard/location.tsx"),
    route("booking/steps/scheduling", "routes/wizard/scheduling.tsx"),
    route("booking/steps/confirmation", "routes/wizard/confirmation.tsx"),

    route("which-assessment", "routes/finder/which-assessment.tsx"),
    route("which-assessment/result", "routes/finder/result.tsx"),

    route("thankyou", "routes/booking-pages/thankyou.tsx"),
    route("booking/submitted", "routes/booking-pages/no-booking.tsx"),
    route("booking/submitted/:bookingId", "routes/booking-pages/submitted.tsx"),
    route("booking/register/:bookingId", "routes/booking-pages/register.tsx"),
    route("booking/confirmation/:bookingId?", "routes/booking-pages/confirmation.tsx"),
    route("booking/:bookingId", "routes/booking-pages/view.tsx"),
    route("booking/:bookingId/another-date", "routes/booking-pages/another-date.tsx"),
    route("booking/:bookingId/cancel", "routes/booking-pages/cancel.tsx"),
    route("booking/:bookingId/early-start", "routes/booking-pages/early-start.tsx"),
    route("booking/:bookingId/contact-details", "routes/booking-pages/contact-details.tsx"),
    route("booking/:bookingId/book-again", "routes/booking-pages/book-again.tsx"),

    route("referral-form", "routes/booking-pages/no-booking.tsx", { id: "referral-without-booking" }),
    route("referral-form/:bookingId", "routes/referral/start.tsx"),
    route("referral-form/:bookingId/legal-information", "routes/referral/legal-information.tsx"),
    route("referral-form/:bookingId/print", "routes/referral/print.tsx"),
    route("referral-form/:bookingId/cop3", "routes/referral/cop3.tsx"),
    route("referral-form/:bookingId/documents", "routes/referral/documents.tsx"),
    route("referral-form/:bookingId/:step", "routes/referral/step.tsx"),
    route("referral-form/:bookingId/:step/autosave", "routes/referral/autosave.ts"),

    route("admin/login", "routes/sign-in/login.tsx", { id: "staff-login" }),
    route("admin/login/otp", "routes/admin/login/otp.tsx"),
    route("admin/login/2fa", "routes/admin/login/two-factor.tsx"),
    route("admin/login/create-password", "routes/admin/login/create-password.tsx"),
    route("admin/login/reset", "routes/sign-in/reset-request.tsx", { id: "staff-reset" }),
    route("admin/login/reset/password", "routes/sign-in/reset-password.tsx", { id: "staff-reset-password" }),
    route("customer/login", "routes/sign-in/login.tsx", { id: "customer-login" }),
    route("customer/login/reset", "routes/sign-in/reset-request.tsx", { id: "customer-reset" }),
    route("customer/login/reset/password", "routes/sign-in/reset-password.tsx", {
      id: "customer-reset-password",
    }),
    route("customer/verify-email", "routes/customer/verify-email.tsx"),

    route("reports/:deliveryId", "routes/report/report.tsx"),

    route("privacy", "routes/information/privacy.tsx"),
    route("terms", "routes/information/terms.tsx"),
    route("right-to-cancel", "routes/information/right-to-cancel.tsx"),
    route("accessibility", "routes/information/accessibility.tsx"),
    route("complaints", "routes/information/complaints.tsx"),
    route("complaints/received", "routes/information/complaint-received.tsx"),

    route("lost-link", "routes/customer/lost-link.tsx"),
    route("mail/unsubscribe/:bookingId", "routes/mail/unsubscribe.tsx"),
    route("api/docs", "routes/api/docs.tsx"),
    route("*", "routes/system/not-found.tsx"),
  ]),
] satisfies RouteConfig;
