import { isUkVatNumber } from "#app/features/settings/vat-number.ts";
import type { Deps } from "#app/deps.server.ts";
import { listUsers } from "#app/features/accounts/session/queries.server.ts";
import { wasMailTested } from "#app/features/mail/texts/mail-texts.server.ts";
import { checkOf } from "#app/features/settings/checked-texts.ts";
import { listOn } from "#app/features/settings/offer.ts";
import { wasSetByStaff } from "#app/features/settings/save-settings.server.ts";
import { lastBackupDay, lastVerified } from "#app/platform/backup/backup-folder.server.ts";
import { formatLongDate, londonDate } from "#app/platform/dates.ts";

/** The first tasks of a new practice; each item is looked up, none is ticked by hand. */
export async function readSetup(deps: Pick<Deps, "db" | "env" | "settings" | "clock" | "accounting">) {
  const staff = await listUsers(deps, { kind: "staff" });
  const administrators = staff.filter(({ roleId, isActive }) => roleId === "administrator" && isActive);
  return [
    {
      title: "Enter your company's details",
      about: "Name, phone, email and addresses.",
      to: "/admin/settings/company",
      isDone: await wasSetByStaff(deps, "company"),
    },
    {
      title: "Make your price list",
      about: "The built-in prices apply until then.",
      to: "/admin/settings/prices",
      isDone: await wasSetByStaff(deps, "prices"),
    },
    {
      title: "Say whether you are registered for VAT",
      about:
        "Enter your VAT number, or make a price list with 0 per cent. Without a number, no price says that it includes VAT, and no invoice made here charges it. Done once the number’s check digits fit.",
      to: "/admin/settings/company",
      isDone: isVatSaid(deps),
    },
    {
      title: "Say how invoices are made",
      about: "Here or by Xero, and the first number. Invoices made here need your bank details (Company).",
      to: "/admin/settings/invoices",
      isDone: await areInvoicesReady(deps),
    },
    {
      title: "Send yourself a test mail",
      about: "Open any mail text and press “Send me a test”. Done once a test has been sent.",
      to: "/admin/settings/mails/booking-confirmation",
      isDone: await wasMailTested(deps),
    },
    {
      title: "Verify a backup",
      about: await aboutBackups(deps),
      to: null,
      isDone: lastVerified(deps.env) !== null,
    },
    {
      title: "Add a second Administrator",
      about: "So that one of you can let the other back in.",
      to: "/admin/users/new",
      isDone: administrators.length >= 2,
    },
    {
      title: "Switch two-factor sign-in on",
      about: "Done once every Administrator has it.",
      to: "/admin/security/two-factor",
      isDone: administrators.every(({ hasTwoFactor }) => hasTwoFactor),
    },
    {
      title: "Have the letters and texts checked",
      about:
        "The letter in easy read is offered once you have named who checked it. Done once somebody is named for it, and for the words of today.",
      to: "/admin/settings/checks",
      isDone: checkOf(deps.settings.current().checks, "easyRead") !== null,
    },
    {
      title: "Add your assessors",
      about: "They set their own hours and days off. Visits are agreed for those who have the skills.",
      to: "/admin/assessors",
      isDone: staff.some(({ roleId, isActive }) => roleId === "assessor" && isActive),
    },
    {
      title: "Put your logo on pages, letters and reports",
      about: "The name of your company stands there until then.",
      to: "/admin/settings/logo",
      isDone: deps.settings.current().logo.png !== "",
    },
    {
      title: "Say when you are closed",
      about: "Closed days, weekends and bank holidays, among the booking rules.",
      to: "/admin/settings/rules",
      isDone: await wasSetByStaff(deps, "rules"),
    },
  ];
}

function isVatSaid({ settings, clock }: Pick<Deps, "settings" | "clock">): boolean {
  const { company, prices } = settings.current();
  if (company.vatNumber !== "") return isUkVatNumber(company.vatNumber);
  return listOn(prices, londonDate(clock.now())).vatRate === 0;
}

async function areInvoicesReady(deps: Pick<Deps, "db" | "settings" | "accounting">): Promise<boolean> {
  const { invoices, company } = deps.settings.current();
  const isReady =
    invoices.maker === "xero"
      ? deps.accounting !== null
      : invoices.maker !== "here" || company.bankDetails !== "";
  return isReady && (await wasSetByStaff(deps, "invoices"));
}

async function aboutBackups({ env }: Pick<Deps, "env">): Promise<string> {
  const verified = lastVerified(env);
  if (verified)
    return `${verified.name} was verified on ${formatLongDate(londonDate(new Date(verified.verifiedAt)))}.`;
  const day = await lastBackupDay(env);
  return day
    ? `The newest backup is of ${formatLongDate(day)}. Done once it was verified: npm run restore -- FILE --verify.`
    : "A backup is made every night, or by npm run backup. Done once one was verified: npm run restore -- FILE --verify.";
}
