import { eraseAccount } from "#app/features/accounts/erase-account.server.ts";
import type { Author } from "#app/features/audit/record-audit.server.ts";
import { deleteDrafts, draftsOfReferrer } from "#app/features/wizard/drafts.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { deleteMailFiles, eraseMails, outboxOf } from "#app/features/mail/erase-mails.server.ts";
import { checkpoint, type Executor } from "#app/platform/database.server.ts";
import type { TombstoneRow } from "./tables.ts";
import { activeRestrictions } from "#app/features/data-protection/restrictions.server.ts";
import { recordOnCase, type PrivacyCase } from "./subject.server.ts";
import { eraseBookingEverywhere, keepTombstones, writeTombstoneFile } from "./tombstones.server.ts";

/** Erases a person for good: bookings keep only what the accounts need; referral forms, mails, drafts and customer
 * accounts are deleted; links stop working. Refused during a legal hold. */
export async function erasePerson(
  deps: Pick<Deps, "db" | "env" | "clock" | "ids" | "secrets">,
  privacyCase: PrivacyCase,
  by: Author & { reason: string },
): Promise<"erased" | "refused"> {
  const { subject } = privacyCase;
  const bookingIds = subject.bookings.map((booking) => booking.id);
  const drafts = subject.emailKey === null ? [] : await draftsOfReferrer(deps, subject.emailKey);
  const erasedAt = deps.clock.now().toISOString();
  const tombstones: TombstoneRow[] = [
    ...bookingIds.map((id) => ({ record_id: id, kind: "booking" as const, erased_at: erasedAt })),
    ...subject.accounts.map(({ user }) => ({
      record_id: user.id,
      kind: "user" as const,
      erased_at: erasedAt,
    })),
  ];
  const outcome = await deps.db.transaction().execute(async (trx) => {
    const restrictions = await activeRestrictions(trx, { emailKey: subject.emailKey, bookingIds });
    if (restrictions.some((restriction) => restriction.kind === "legal-hold")) return null;

    const mailIds: string[] = [];
    for (const id of bookingIds) mailIds.push(...(await eraseBookingEverywhere(trx, deps, id)));
    if (subject.emailKey !== null) {
      const mails = await outboxOf(trx, { emailKey: subject.emailKey });
      mailIds.push(...mails.map((mail) => mail.id));
      await eraseMails(trx, mailIds);
    }
    await deleteDrafts(
      trx,
      drafts.map((draft) => draft.id),
    );
    for (const { user } of subject.accounts) await eraseAccount(trx, user.id);
    if (subject.emailKey !== null) await forgetAddress(trx, subject.emailKey);
    await keepTombstones(trx, tombstones);
    await recordOnCase(trx, deps, privacyCase, by, "privacy.erased", by.reason);
    await writeTombstoneFile(deps, tombstones);
    return mailIds;
  });
  if (outcome === null) return "refused";
  await deleteMailFiles(deps, outcome);
  // Otherwise old pages stay readable in the write-ahead log until it is reused.
  checkpoint(deps.env);
  return "erased";
}

/** Cases and restrictions stay, without the address. */
async function forgetAddress(trx: Executor, emailKey: string): Promise<void> {
  await trx.updateTable("privacy_cases").set({ email_key: null }).where("email_key", "=", emailKey).execute();
  await trx.updateTable("privacy_marks").set({ email_key: null }).where("email_key", "=", emailKey).execute();
}
