import { Link } from "react-router";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { LockedNotice } from "#app/features/settings-screens/settings-parts.tsx";
import { FirstSteps } from "#app/features/staff/dashboard/dashboard-figures.tsx";
import { stepsLeft } from "#app/features/staff/settings/read-setup.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/index";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  return { isLocked: deps.env.SETTINGS_LOCKED === "on", steps: await stepsLeft(deps) };
}

/** Address, title and contents of each page, in the order in which a new practice needs them. */
const PAGES = [
  ["/admin/setup", "First steps", "What a new practice does first, checked by the system."],
  ["/admin/settings/company", "Company", "Name, addresses, phone, numbers, bank details and colour."],
  ["/admin/settings/logo", "Logo", "The picture beside your name."],
  ["/admin/settings/prices", "Prices", "Dated price lists, the discount and VAT."],
  ["/admin/settings/charges", "Charges", "Travel, second visits, late cancellation: by which rules."],
  ["/admin/settings/invoices", "Invoices", "Who makes them: we here, Xero, or nobody."],
  ["/admin/settings/assessments", "Assessments", "What you offer, in which order."],
  ["/admin/settings/rules", "Booking rules", "Notice, weekends, closed days, promises and fees."],
  ["/admin/settings/mails", "Mail texts", "What your emails say, and their foot."],
  ["/admin/settings/checks", "Checked texts", "Who checked the letters and what is said about the law."],
  ["/admin/settings/status", "Status line", "The line under the header, for some days."],
  ["/admin/settings/retention", "Retention", "How long personal data is kept."],
  ["/admin/settings/switches", "Analytics and error reports", "Which data is sent to other companies."],
] as const;

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page title="Settings">
      <LockedNotice isLocked={loaderData.isLocked} />
      <FirstSteps steps={loaderData.steps} isFolded />
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {PAGES.map(([to, title, about]) => (
          <li key={to} className="card is-target">
            <h2 className="text-lg">
              <Link to={to}>{title}</Link>
            </h2>
            <p className="note">{about}</p>
          </li>
        ))}
      </ul>
    </Page>
  );
}
