import "#app/styles/staff.css";
import type { ReactNode } from "react";
import { DeskFrame, type Place, type PlaceGroup } from "#app/ui/desk-frame.tsx";
import { useSite } from "#app/ui/frame-parts.tsx";
import type { AssessorNavigation, StaffNavigation } from "./navigation.server.ts";
import { StaffSearch } from "./staff-search.tsx";

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
    { label: "Settings", to: "/admin/settings", icon: "gear" },
  ];
  const users: Place = { label: "Users", to: "/admin/users", icon: "person" };
  const groups: [PlaceGroup, ...PlaceGroup[]] = [
    {
      title: "Work",
      places: [
        { label: "Dashboard", to: "/admin/dashboard", icon: "home" },
        { label: "Calendar", to: "/admin/calendar", icon: "calendar" },
        { label: "Reports", to: "/admin/reports", icon: "report" },
        { label: "Send Booking Link", to: "/admin/send-booking", icon: "send" },
      ],
    },
    ...(handlesMoney ? [{ title: "Money", places: moneyPlaces }] : []),
    {
      title: "Practice",
      places: [
        { label: "Assessors", to: "/admin/assessors", icon: "people" },
        ...(isAdministrator ? [users] : []),
        { label: "Statistics", to: "/admin/statistics", icon: "chart" },
        {
          label: "Outbox",
          to: "/admin/outbox",
          icon: "mail",
          count: failedJobCount,
          isBroken: true,
        },
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
