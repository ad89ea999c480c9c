import { isUkVatNumber } from "#app/features/settings/vat-number.ts";
import type { Deps } from "#app/deps.server.ts";
import { listUsers } from "#app/features/accounts/session/queries.server.ts";
import { listAssessors } from "#app/features/assessors/assessors.server.ts";
import { hasRules } from "#app/features/pay/rules.server.ts";
import { wasMailTested } from "#app/features/mail/texts/mail-texts.server.ts";
import { checkOf } from "#app/features/settings/checked-texts.ts";
import { listOn } from "#app/features/settings/offer.ts";
import { wasSetByStaff } from "#app/features/settings/save-settings.server.ts";
import type { GroupName } from "#app/features/settings/values.ts";
import { lastBackupDay, lastVerified } from "#app/platform/backup/backup-folder.server.ts";
import { formatLongDate, londonDate } from "#app/platform/dates.ts";

type Read = Pick<Deps, "db" | "env" | "secrets" | "settings" | "clock" | "accounting">;

/** The first tasks of a new practice in the order of need; each item is looked up, none is ticked by hand. Without
 * those that are `isNeeded`, customers cannot book, be visited, or pay. */
export async function readSetup(deps: Read) {
  const { company, checks, logo, invoices } = deps.settings.current();
  const staff = await listUsers(deps, { kind: "staff" });
  const administrators = staff.filter(({ roleId, isActive }) => roleId === "administrator" && isActive);
  const isSet = async (group: GroupName) =>
    deps.env.SETTINGS_LOCKED === "on" || (await wasSetByStaff(deps, group));
  const areInvoicesSet = await isSet("invoices");
  const needed = [
    {
      title: "Enter your company's name and address",
      about: "Name, phone, email and trading address.",
      to: "/admin/settings/company",
      isDone: (await isSet("company")) && (company.tradingAddress || company.registeredAddress) !== "",
    },
    {
      title: "Give your legal information",
      about:
        "Your ICO registration number; a limited company also its number and registered address. The foot of every page has them.",
      to: "/admin/settings/company#company-icoNumber",
      isDone: company.icoNumber !== "",
    },
    {
      title: "Make your price list",
      about: "The built-in prices apply until then.",
      to: "/admin/settings/prices",
      isDone: await isSet("prices"),
    },
    {
      title: "Say whether you are registered for VAT",
      about:
        "Enter your VAT number, or make a price list with 0 per cent. Without a number, no price says that it includes VAT, and no invoice made here charges it. Done once the number’s check digits fit.",
      to: "/admin/settings/company#company-vatNumber",
      isDone: isVatSaid(deps),
    },
    {
      title: "Say how invoices are made",
      about: "Here or by Xero, and the first number.",
      to: "/admin/settings/invoices",
      isDone: areInvoicesSet && (invoices.maker !== "xero" || deps.accounting !== null),
    },
    {
      title: "Enter your bank details for invoices",
      about: "Without them nobody can pay an invoice that is made here.",
      to: "/admin/settings/company#company-bankDetails",
      isDone: company.bankDetails !== "" || (areInvoicesSet && invoices.maker !== "here"),
    },
    {
      title: "Add your assessors, with their hours",
      about: "Visits are agreed for those who have the skills, in the hours that they or you enter.",
      to: "/admin/assessors",
      isDone: (await listAssessors(deps)).some(
        ({ isActive, hours }) => isActive && hours.some((day) => day.length > 0),
      ),
    },
    {
      title: "Say what assessors earn",
      about: "The rules of the day on which a visit is agreed are valid for it.",
      to: "/admin/pay/rules",
      isDone: await hasRules(deps),
    },
    {
      title: "Say what may be charged beyond the price",
      about: "Travel, second visits, late cancellation. Save the page as it is to charge nothing.",
      to: "/admin/settings/charges",
      isDone: await isSet("charges"),
    },
    {
      title: "Send yourself a test mail",
      about: hasMailService(deps)
        ? "Open any mail text and press “Send me a test”. Done once a test has been sent."
        : "No mail service is set: mails are files in the mail folder. Whoever runs the server sets SMTP_URL or POSTMARK_SERVER_TOKEN first.",
      to: "/admin/settings/mails/booking-confirmation",
      isDone: hasMailService(deps) && (await wasMailTested(deps)),
    },
    {
      title: "Verify a backup",
      about: await aboutBackups(deps),
      to: "/admin/settings/backups",
      isDone: lastVerified(deps.env) !== null,
    },
  ];
  const later = [
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
      isDone: checkOf(checks, "easyRead") !== null,
    },
    {
      title: "Put your logo on pages, letters and reports",
      about: "The name of your company stands there until then.",
      to: "/admin/settings/logo",
      isDone: logo.png !== "",
    },
    {
      title: "Say when you are closed",
      about: "Closed days, weekends and bank holidays, among the booking rules.",
      to: "/admin/settings/rules",
      isDone: await isSet("rules"),
    },
  ];
  return [
    ...needed.map((step) => ({ ...step, isNeeded: true })),
    ...later.map((step) => ({ ...step, isNeeded: false })),
  ];
}

/** Needed steps that are not done, in order. */
export async function stepsLeft(deps: Read) {
  return (await readSetup(deps)).filter(({ isNeeded, isDone }) => isNeeded && !isDone);
}

/** The next needed step after a save on a page of the first steps; null elsewhere, and when all is done. */
export async function nextStep(deps: Read, { pathname, searchParams }: URL) {
  if (!searchParams.has("done") || !STEP_PAGES.test(pathname)) return null;
  const [next = null] = await stepsLeft(deps);
  return next && { title: next.title, to: next.to };
}

const STEP_PAGES = /^\/admin\/(settings|assessors|users|security|pay\/rules)(\/|$)/;

const hasMailService = ({ env }: Pick<Deps, "env">) => Boolean(env.POSTMARK_SERVER_TOKEN ?? env.SMTP_URL);

function isVatSaid({ settings, clock }: Pick<Deps, "settings" | "clock">): boolean {
  const { company, prices } = settings.current();
  if (company.vatNumber !== "") return isUkVatNumber(company.vatNumber);
  return listOn(prices, londonDate(clock.now())).vatRate === 0;
}

async function aboutBackups({ env }: Pick<Deps, "env">): Promise<string> {
  const verified = lastVerified(env);
  if (verified)
    return `${verified.name} was verified on ${formatLongDate(londonDate(new Date(verified.verifiedAt)))}.`;
  const day = await lastBackupDay(env);
  return day
    ? `The newest backup is of ${formatLongDate(day)}. Press “Make and verify a backup”.`
    : "A backup is made every night. Press “Make and verify a backup” to have one opened and counted.";
}
