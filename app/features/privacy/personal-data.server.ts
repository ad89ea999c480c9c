import { readHistory } from "#app/features/audit/queries.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { findInvoice } from "#app/features/billing/invoice-state.server.ts";
import { openDocumentsOf } from "#app/features/billing/own/documents.server.ts";
import { paymentsOf } from "#app/features/billing/own/payments.server.ts";
import { typedAnswers } from "#app/features/before-booking/wizard/check-answers.ts";
import { draftsOfReferrer } from "#app/features/before-booking/wizard/drafts.server.ts";
import { listContacts } from "#app/features/booking/record/contacts.server.ts";
import { listRequests } from "#app/features/booking/record/requests.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { readActors, readChanges } from "#app/features/staff/booking/change-history.server.ts";
import { describeAction } from "#app/features/audit/history-words.ts";
import type { Deps } from "#app/deps.server.ts";
import { outboxOf } from "#app/features/mail/erase-mails.server.ts";
import { hasOptedOut } from "#app/features/mail/stop-reminders.server.ts";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import { documentData } from "#app/features/documents/erase-documents.server.ts";
import { visitData } from "#app/features/visits/erase-visits.server.ts";
import {
  contributionData,
  contributionDataOf,
} from "#app/features/contributions/erase-contributions.server.ts";
import { reportData } from "#app/features/report/erase-reports.server.ts";
import { writingData } from "#app/features/report-writing/erase-writing.server.ts";
import { findSavedReferral } from "#app/features/referral/saved-referral.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { complaintsOf } from "./complaints.server.ts";
import { activeRestrictions } from "#app/features/data-protection/restrictions.server.ts";
import { recordOnCase, type PrivacyCase, type Subject } from "./subject.server.ts";
import { transact } from "#app/platform/database.server.ts";

type Read = Pick<Deps, "db" | "secrets" | "clock" | "env">;

/** An export leaves nothing out, however long a list is. */
const ALL = { limit: Number.MAX_SAFE_INTEGER };

async function bookingData(deps: Read, row: BookingRow) {
  const form = await findSavedReferral(deps.db, deps.secrets, row.id);
  const sections = Object.entries(form?.sections ?? {}).map(([name, section]) => [name, section.answers]);
  const changes = await readChanges(deps.db, deps.secrets, row.id);
  return {
    ...(await readBooking(deps, row)),
    consents: {
      email: row.consent_email === 1,
      whatsApp: row.consent_whatsapp === 1,
      updates: row.consent_updates === 1,
      privacyPolicy: row.consent_privacy_policy === 1,
      startWithin14Days: row.start_requested === 1,
      wordingVersion: row.consent_wording_version,
      givenAt: row.consent_at,
      remindersStopped: await hasOptedOut(deps.db, row.id),
    },
    invoice: await findInvoice(deps, row.id),
    invoiceDocuments: (await openDocumentsOf(deps, row.id)).map(({ id: _, bookingId: __, ...rest }) => rest),
    payments: (await paymentsOf(deps, row.id)).map(
      ({ id: _, booking_id: __, recorded_by: ___, undone_by: ____, ...payment }) => payment,
    ),
    changesByStaff: [...changes.values()].flat(),
    contacts: (await listContacts(deps, row.id, ALL)).map(({ id: _, user_id: __, ...contact }) => contact),
    requests: (await listRequests(deps, row.id, ALL)).map(
      ({ id: _, booking_id: __, answered_by: ___, ...request }) => request,
    ),
    ...(await visitData(deps, row.id)),
    ...(await documentData(deps, row.id)),
    ...(await reportData(deps, row.id)),
    ...(await writingData(deps, row.id)),
    ...(await contributionData(deps, row.id)),
    cameFrom: JSON.parse(row.utm_parameters) as object,
    session: JSON.parse(row.session_data) as object,
    referralForm: form && {
      createdAt: form.createdAt,
      updatedAt: form.updatedAt,
      submittedAt: form.submittedAt,
      ...(Object.fromEntries(sections) as Record<string, object>),
    },
  };
}

/** The words of staff in a mail. Its other words are made from what the export has; its links and codes are secrets. */
function noteOf(deps: Read, row: OutboxRow): string | undefined {
  if (row.payload_sealed === "") return undefined;
  return (decryptPayload(deps.secrets, row) as { note?: string }).note;
}

async function mailData(deps: Read, subject: Subject) {
  const lists = await Promise.all([
    ...subject.bookings.map((booking) => outboxOf(deps.db, { bookingId: booking.id })),
    ...(subject.emailKey === null ? [] : [outboxOf(deps.db, { emailKey: subject.emailKey })]),
  ]);
  const byId = new Map(lists.flat().map((row) => [row.id, row]));
  return [...byId.values()].map((row) => ({
    kind: row.kind,
    topic: row.topic,
    to: row.recipient,
    state: row.state,
    note: noteOf(deps, row),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }));
}

/** Who did or saw what with a person's records, newest first. */
export async function accessHistory(deps: Read, { row, subject }: PrivacyCase, { limit } = { limit: 500 }) {
  const complaints = subject.emailKey === null ? [] : await complaintsOf(deps, subject.emailKey);
  const entries = await readHistory(
    deps.db,
    [
      ...complaints.map((complaint) => ({ kind: "complaint", id: complaint.id })),
      ...subject.bookings.map((booking) => ({ kind: "booking", id: booking.id })),
      ...subject.accounts.map(({ user }) => ({ kind: "user", id: user.id })),
      { kind: "privacy-case", id: row.id },
    ],
    { limit },
  );
  const whoDid = await readActors(deps, entries);
  return entries.map((entry) => ({
    id: entry.id,
    at: entry.at,
    what: describeAction(entry.action),
    who: whoDid(entry),
    note: entry.note,
  }));
}

/** Everything held on a person, decrypted: the answer to a subject access request. */
async function readPersonalData(deps: Read, privacyCase: PrivacyCase) {
  const { emailKey, bookings, accounts } = privacyCase.subject;
  const drafts = emailKey === null ? [] : await draftsOfReferrer(deps, emailKey);
  return {
    preparedAt: deps.clock.now().toISOString(),
    about: emailKey ?? `the person to be assessed in booking ${bookings[0]?.reference ?? ""}`,
    accounts: accounts.map(({ user, sessions, devices }) => ({
      email: user.email,
      firstName: user.first_name,
      lastName: user.last_name,
      createdAt: user.created_at,
      emailConfirmedAt: user.email_confirmed_at,
      isActive: user.is_active === 1,
      sessions,
      devices,
    })),
    bookings: await Promise.all(bookings.map((booking) => bookingData(deps, booking))),
    unfinishedForms: drafts.map(({ answers, tracking, created_at, updated_at }) => ({
      createdAt: created_at,
      updatedAt: updated_at,
      answers: typedAnswers(answers),
      tracking,
    })),
    askedForParts: emailKey === null ? [] : await contributionDataOf(deps, emailKey),
    messages: await mailData(deps, privacyCase.subject),
    complaints: emailKey === null ? [] : await complaintsOf(deps, emailKey),
    restrictions: await activeRestrictions(deps.db, {
      emailKey,
      bookingIds: bookings.map((booking) => booking.id),
    }),
    history: (await accessHistory(deps, privacyCase, ALL)).map(({ id: _, ...entry }) => entry),
  };
}

/** Everything stored about the person of a case, decrypted. The export is audited. */
export async function exportPersonalData(deps: Deps, privacyCase: PrivacyCase, by: ActedByRequest) {
  const personalData = await readPersonalData(deps, privacyCase);
  await transact(deps.db, (trx) => recordOnCase(trx, deps, privacyCase, by, "privacy.exported"));
  return personalData;
}
