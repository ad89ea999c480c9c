import "#app/styles/staff.css";
import { type ReactNode, useEffect, useRef } from "react";
import { DeskFrame, type Place, type PlaceGroup } from "#app/ui/desk-frame.tsx";
import { useSite } from "#app/ui/frame-parts.tsx";
import type { AssessorNavigation, StaffNavigation } from "./navigation.server.ts";
import { Form, useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { SEARCH_LIMIT } from "#app/features/staff/dashboard/dashboard-view.ts";

const TYPED_IN = "input, select, textarea, [contenteditable]";

/** The search in the header of every staff page. The key `/` moves the focus there. */
function StaffSearch() {
  const field = useRef<HTMLInputElement>(null);
  const { pathname, search } = useLocation();
  const sought = pathname === "/admin/search" ? (new URLSearchParams(search).get("search") ?? "") : "";
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isChord = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key !== "/" || isChord || (event.target as Element).closest(TYPED_IN)) return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      field.current!.focus();
      field.current!.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <Form
      method="get"
      action="/admin/search"
      role="search"
      aria-label="Everywhere"
      className="staff-search no-print"
    >
      <input
        key={sought}
        ref={field}
        className="input"
        type="search"
        name="search"
        aria-label="Find a booking or an assessor"
        aria-keyshortcuts="/"
        placeholder="Find anything"
        maxLength={SEARCH_LIMIT}
        defaultValue={sought}
      />
      <Button look="quiet" isSmall>
        Find
      </Button>
    </Form>
  );
}

/** The places of staff, each for those who may enter it. */
export function StaffFrame({ navigation, children }: { navigation: StaffNavigation; children: ReactNode }) {
  const { isAdministrator, handlesMoney, hasPayments, lineCount, payCount, failedJobCount, who } = navigation;
  const moneyPlaces: Place[] = [
    { label: "Charges", to: "/admin/charges", icon: "card" },
    { label: "Pay", to: "/admin/pay", icon: "people", count: payCount },
  ];
  if (hasPayments)
    moneyPlaces.unshift({ label: "Payments", to: "/admin/payments", icon: "pound", count: lineCount });
  const administration: Place[] = [
    { label: "Privacy", to: "/admin/privacy", icon: "lock" },
    { label: "Assurance pack", to: "/admin/assurance", icon: "shield" },
    { label: "Settings", to: "/admin/settings", icon: "gear" },
  ];
  const organisations: Place = { label: "Organisations", to: "/admin/organisations", icon: "people" };
  const users: Place = { label: "Users", to: "/admin/users", icon: "person" };
  const groups: [PlaceGroup, ...PlaceGroup[]] = [
    {
      title: "Work",
      places: [
        { label: "Dashboard", to: "/admin/dashboard", icon: "home" },
        { label: "Calendar", to: "/admin/calendar", icon: "calendar" },
        { label: "Reports", to: "/admin/reports", icon: "report", isExact: true },
        { label: "Questions", to: "/admin/reports/questions", icon: "mail", count: navigation.questionCount },
        { label: "Send Booking Link", to: "/admin/send-booking", icon: "send" },
      ],
    },
    ...(handlesMoney ? [{ title: "Money", places: moneyPlaces }] : []),
    {
      title: "Practice",
      places: [
        { label: "Assessors", to: "/admin/assessors", icon: "people" },
        ...(navigation.hasOrganisations ? [organisations] : []),
        ...(isAdministrator ? [users] : []),
        { label: "Statistics", to: "/admin/statistics", icon: "chart" },
        { label: "Proof of work", to: "/admin/quality", icon: "report" },
        { label: "Outbox", to: "/admin/outbox", icon: "mail", count: failedJobCount, isBroken: true },
        ...(isAdministrator ? administration : []),
      ],
    },
  ];
  return (
    <DeskFrame
      site={useSite()}
      home="/admin/dashboard"
      groups={groups}
      who={who}
      own={[{ label: "Security", to: "/admin/security", icon: "shield" }]}
      search={<StaffSearch />}
    >
      {children}
    </DeskFrame>
  );
}

/** The places of assessors. */
export function AssessorFrame(props: { navigation: AssessorNavigation; children: ReactNode }) {
  const { who, hasPay } = props.navigation;
  const places: Place[] = [
    { label: "Your visits", to: "/assessor", icon: "home", isExact: true },
    { label: "Calendar", to: "/assessor/calendar", icon: "calendar" },
    { label: "Hours and days off", to: "/assessor/hours", icon: "clock" },
    { label: "Profile", to: "/assessor/profile", icon: "person" },
  ];
  if (hasPay) places.splice(2, 0, { label: "Pay", to: "/assessor/pay", icon: "pound" });
  return (
    <DeskFrame
      site={useSite()}
      home="/assessor"
      groups={[{ title: "Work", places }]}
      who={who}
      own={[{ label: "Account", to: "/assessor/account", icon: "shield" }]}
    >
      <div className="is-strong">{props.children}</div>
    </DeskFrame>
  );
}
