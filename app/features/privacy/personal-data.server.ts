import { pageOfHistory, readHistory } from "#app/features/audit/queries.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { typedAnswers } from "#app/features/before-booking/wizard/check-answers.ts";
import { draftsOfReferrer } from "#app/features/before-booking/wizard/drafts.server.ts";
import { readActors } from "#app/features/staff/booking/change-history.server.ts";
import { describeAction } from "#app/features/audit/history-words.ts";
import type { Deps } from "#app/deps.server.ts";
import { outboxOf } from "#app/features/mail/erase-mails.server.ts";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import { contributionDataOf } from "#app/features/contributions/erase-contributions.server.ts";
import { complaintsOf } from "./complaints.server.ts";
import { activeRestrictions } from "#app/features/data-protection/restrictions.server.ts";
import { membershipsOfAddress } from "#app/features/organisations/record/personal.server.ts";
import { exportBooking } from "./personal-rooms.server.ts";
import { recordOnCase, type PrivacyCase, type Subject } from "./subject.server.ts";
import { transact } from "#app/platform/database.server.ts";

/** An export leaves nothing out, however long a list is. */

/** The words of staff in a mail. Its other words are made from what the export has; its links and codes are secrets. */
function noteOf(deps: Deps, row: OutboxRow): string | undefined {
  if (row.payload_sealed === "") return undefined;
  return (decryptPayload(deps.secrets, row) as { note?: string }).note;
}

async function mailData(deps: Deps, subject: Subject) {
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

async function subjectsOf(deps: Deps, { row, subject }: PrivacyCase) {
  const complaints = subject.emailKey === null ? [] : await complaintsOf(deps, subject.emailKey);
  return [
    ...complaints.map((complaint) => ({ kind: "complaint", id: complaint.id })),
    ...subject.bookings.map((booking) => ({ kind: "booking", id: booking.id })),
    ...subject.accounts.map(({ user }) => ({ kind: "user", id: user.id })),
    { kind: "privacy-case", id: row.id },
  ];
}

async function inWords(deps: Deps, entries: Awaited<ReturnType<typeof readHistory>>) {
  const whoDid = await readActors(deps, entries);
  return entries.map((entry) => ({
    id: entry.id,
    at: entry.at,
    what: describeAction(entry.action),
    who: whoDid(entry),
    note: entry.note,
  }));
}

/** Who did or saw what with a person's records, newest first. */
export const accessHistory = async (deps: Deps, privacyCase: PrivacyCase) =>
  inWords(deps, await readHistory(deps.db, await subjectsOf(deps, privacyCase)));

/** A page of `accessHistory`. */
export async function accessPage(deps: Deps, privacyCase: PrivacyCase, url: URL) {
  const { rows, at } = await pageOfHistory(deps.db, await subjectsOf(deps, privacyCase), url);
  return { history: await inWords(deps, rows), at };
}

/** Everything held on a person, decrypted: the answer to a subject access request. */
async function readPersonalData(deps: Deps, privacyCase: PrivacyCase) {
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
    bookings: await Promise.all(bookings.map(({ id }) => exportBooking(deps, id))),
    unfinishedForms: drafts.map(({ answers, tracking, created_at, updated_at }) => ({
      createdAt: created_at,
      updatedAt: updated_at,
      answers: typedAnswers(answers),
      tracking,
    })),
    askedForParts: emailKey === null ? [] : await contributionDataOf(deps, emailKey),
    memberships: emailKey === null ? [] : await membershipsOfAddress(deps.db, emailKey),
    messages: await mailData(deps, privacyCase.subject),
    complaints: emailKey === null ? [] : await complaintsOf(deps, emailKey),
    restrictions: await activeRestrictions(deps.db, {
      emailKey,
      bookingIds: bookings.map((booking) => booking.id),
    }),
    history: (await accessHistory(deps, privacyCase)).map(({ id: _, ...entry }) => entry),
  };
}

/** Everything stored about the person of a case, decrypted. The export is audited. */
export async function exportPersonalData(deps: Deps, privacyCase: PrivacyCase, by: ActedByRequest) {
  const personalData = await readPersonalData(deps, privacyCase);
  await transact(deps, (inside) => recordOnCase(inside, privacyCase, by, "privacy.exported"));
  return personalData;
}
