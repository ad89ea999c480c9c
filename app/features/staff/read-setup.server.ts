import type { Deps } from "#app/deps.server.ts";
import { countAdministrators } from "#app/features/accounts/staff.server.ts";
import { wasMailTested } from "#app/features/mail/texts/mail-texts.server.ts";
import { wasSetByStaff } from "#app/features/settings/history.server.ts";
import { lastBackupDay } from "#app/platform/backup/run-backup.server.ts";

export type SetupItem = { title: string; about: string; to: string | null; isDone: boolean };

/** What a new practice does in its first hour; each item is looked up, none is ticked by hand. */
export async function readSetup(deps: Pick<Deps, "db" | "env">): Promise<SetupItem[]> {
  const administrators = await countAdministrators(deps);
  const backupDay = await lastBackupDay(deps.env);
  return [
    {
      title: "Enter your company's details",
      about: "Name, phone, e-mail and addresses.",
      to: "/admin/settings/company",
      isDone: await wasSetByStaff(deps, "company"),
    },
    {
      title: "Make your price list",
      about: "The built-in prices hold until then.",
      to: "/admin/settings/prices",
      isDone: await wasSetByStaff(deps, "prices"),
    },
    {
      title: "Send yourself a test mail",
      about: "Open any mail text and press “Send me a test”. Done once a test has left.",
      to: "/admin/settings/mails/booking-confirmation",
      isDone: await wasMailTested(deps),
    },
    {
      title: "Have a backup",
      about: backupDay
        ? `The newest is of ${backupDay}. Check it with npm run restore -- FILE --verify.`
        : "One is made every night, or by npm run backup.",
      to: null,
      isDone: backupDay !== null,
    },
    {
      title: "Add a second Administrator",
      about: "So that one of you can let the other in again.",
      to: "/admin/users/new",
      isDone: administrators.all >= 2,
    },
    {
      title: "Switch two-factor sign-in on",
      about: "Done once every Administrator has it.",
      to: "/admin/security/two-factor",
      isDone: administrators.withTwoFactor === administrators.all,
    },
  ];
}
