import type { Migration } from "kysely/migration";
import * as bookings from "./2026-11-20-bookings.ts";
import * as accounts from "./2026-11-20-accounts.ts";
import * as dashboardIndexes from "./2026-11-20-dashboard-indexes.ts";
import * as deliveries from "./2026-11-20-deliveries.ts";
import * as outboxProblems from "./2026-11-20-outbox-problems.ts";
import * as privacy from "./2026-11-20-privacy.ts";
import * as referral from "./2026-11-20-referral.ts";
import * as bookingSearch from "./2026-11-21-booking-search.ts";
import * as calendarEntries from "./2026-11-21-calendar-entries.ts";
import * as contacts from "./2026-11-21-contacts.ts";
import * as invoiceNumber from "./2026-11-21-invoice-number.ts";
import * as bookingChanges from "./2026-11-21-booking-changes.ts";
import * as signIn from "./2026-11-20-sign-in.ts";
import * as draftLimits from "./2026-11-21-draft-limits.ts";
import * as formAnswers from "./2026-11-21-form-answers.ts";
import * as userSearch from "./2026-11-21-user-search.ts";
import * as unconfirmedAccounts from "./2026-11-21-unconfirmed-accounts.ts";
import * as referralSaves from "./2026-11-21-referral-saves.ts";
import * as dataKeys from "./2026-11-21-data-keys.ts";
import * as settings from "./2026-11-22-settings.ts";
import * as depositPercent from "./2026-11-22-deposit-percent.ts";
import * as replicas from "./2026-11-22-replicas.ts";
import * as largeTables from "./2026-11-22-31-large-tables.ts";
import * as staff from "./2026-11-23-staff.ts";
import * as owners from "./2026-11-23-owners.ts";
import * as visits from "./2026-11-25-visits.ts";
import * as payments from "./2026-11-25-payments.ts";
import * as codes from "./2026-11-25-11-codes.ts";
import * as channel from "./2026-11-25-channel.ts";
import * as documents from "./2026-11-25-documents.ts";
import * as startRequested from "./2026-11-25-start-requested.ts";
import * as safeguarding from "./2026-11-25-safeguarding.ts";
import * as requests from "./2026-11-25-requests.ts";
import * as reports from "./2026-11-25-reports.ts";
import * as outcomes from "./2026-11-25-outcomes.ts";
import * as clientNameKey from "./2026-11-25-client-name-key.ts";
import * as billing from "./2026-11-25-billing.ts";
import * as letters from "./2026-11-25-letters.ts";
import * as unsafeVisits from "./2026-11-25-unsafe-visits.ts";
import * as formerAssessors from "./2026-11-25-former-assessors.ts";
import * as proposals from "./2026-11-25-proposals.ts";
import * as otherParties from "./2026-11-25-other-parties.ts";
import * as versions from "./2026-11-25-13-versions.ts";
import * as requestVersions from "./2026-11-26-request-versions.ts";
import * as officeNotes from "./2026-11-26-office-notes.ts";
import * as reportLinks from "./2026-11-26-report-links.ts";
import * as formerCodes from "./2026-11-26-former-codes.ts";
import * as assessorPhone from "./2026-11-26-assessor-phone.ts";
import * as settled from "./2026-11-26-settled.ts";
import * as invoiceDifferences from "./2026-11-26-invoice-differences.ts";

/**
 * Every migration by name. Names sort in the order in which they run; a migration that has landed is frozen and a
 * change is a new one. Migrations only go forward and use portable SQL. The release before this one goes on working on the
 * migrated database (expand). What takes something away (contract) says `export const contracts = "1.4.0"`, the last release
 * that used it, older than the one before this one. `tests/unit/expand-contract.test.ts` checks it.
 */
export const migrations: Record<string, Migration & { contracts?: string }> = {
  "2026-11-20-01-bookings": bookings,
  "2026-11-20-02-accounts": accounts,
  "2026-11-20-03-dashboard-indexes": dashboardIndexes,
  "2026-11-20-04-deliveries": deliveries,
  "2026-11-20-05-sign-in": signIn,
  "2026-11-20-06-referral": referral,
  "2026-11-20-07-privacy": privacy,
  "2026-11-20-08-outbox-problems": outboxProblems,
  "2026-11-21-09-form-answers": formAnswers,
  "2026-11-21-10-draft-limits": draftLimits,
  "2026-11-21-12-unconfirmed-accounts": unconfirmedAccounts,
  "2026-11-21-13-user-search": userSearch,
  "2026-11-21-14-booking-search": bookingSearch,
  "2026-11-21-15-calendar-entries": calendarEntries,
  "2026-11-21-15-contacts": contacts,
  "2026-11-21-16-invoice-number": invoiceNumber,
  "2026-11-21-17-booking-changes": bookingChanges,
  "2026-11-21-18-referral-saves": referralSaves,
  "2026-11-21-19-data-keys": dataKeys,
  "2026-11-22-21-settings": settings,
  "2026-11-22-25-replicas": replicas,
  "2026-11-22-26-deposit-percent": depositPercent,
  "2026-11-22-31-large-tables": largeTables,
  "2026-11-23-01-staff": staff,
  "2026-11-23-02-owners": owners,
  "2026-11-25-11-codes": codes,
  "2026-11-25-12-visits": visits,
  "2026-11-25-13-versions": versions,
  "2026-11-25-21-payments": payments,
  "2026-11-25-14-channel": channel,
  "2026-11-25-15-documents": documents,
  "2026-11-25-16-requests": requests,
  "2026-11-25-17-start-requested": startRequested,
  "2026-11-25-22-reports": reports,
  "2026-11-25-23-outcomes": outcomes,
  "2026-11-25-24-safeguarding": safeguarding,
  "2026-11-25-25-client-name-key": clientNameKey,
  "2026-11-25-26-billing": billing,
  "2026-11-25-27-letters": letters,
  "2026-11-25-28-unsafe-visits": unsafeVisits,
  "2026-11-25-29-former-assessors": formerAssessors,
  "2026-11-25-30-proposals": proposals,
  "2026-11-25-31-other-parties": otherParties,
  "2026-11-26-32-request-versions": requestVersions,
  "2026-11-26-33-office-notes": officeNotes,
  "2026-11-26-34-report-links": reportLinks,
  "2026-11-26-35-former-codes": formerCodes,
  "2026-11-26-42-settled": settled,
  "2026-11-26-52-assessor-phone": assessorPhone,
  "2026-11-26-53-invoice-differences": invoiceDifferences,
};
