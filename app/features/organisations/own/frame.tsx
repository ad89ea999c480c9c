import "#app/styles/staff.css";
import type { ReactNode } from "react";
import { organisationPath } from "#app/features/organisations/record/paths.ts";
import { ROLES, type MemberRole } from "#app/features/organisations/record/roles.ts";
import { DeskFrame, type Place } from "#app/ui/desk-frame.tsx";
import { useSite } from "#app/ui/frame-parts.tsx";

type OrganisationFrameProps = {
  organisation: { id: string; name: string; role: MemberRole; who: string; isOneOfSeveral: boolean };
  children: ReactNode;
};

/** The places of an organisation's members, each for those who may enter it. */
export function OrganisationFrame({ organisation, children }: OrganisationFrameProps) {
  const { name, role, who, isOneOfSeveral } = organisation;
  const at = (page: string) => organisationPath(page, organisation);
  const places: Place[] = [
    { label: "Bookings", to: at(""), icon: "home", isExact: true },
    { label: "What we agreed", to: at("/agreement"), icon: "report" },
  ];
  if (ROLES[role].seesAnswers)
    places.splice(1, 0, { label: "People we act for", to: at("/people"), icon: "person" });
  if (ROLES[role].manages)
    places.push(
      { label: "Members", to: at("/members"), icon: "people" },
      { label: "Details", to: at("/details"), icon: "gear" },
    );
  const { seesAll, seesMoney, seesNames } = ROLES[role];
  if (seesAll && seesMoney) places.push({ label: "Statements", to: at("/statements"), icon: "pound" });
  if (seesAll && seesNames) places.push({ label: "Figures", to: at("/figures"), icon: "chart" });
  const own: Place[] = [
    { label: "My bookings", to: "/customer/dashboard", icon: "person" },
    { label: "Account", to: "/customer/account", icon: "shield" },
  ];
  if (isOneOfSeveral)
    own.unshift({ label: "Another organisation", to: "/organisation/choose", icon: "people" });
  return (
    <DeskFrame
      site={useSite()}
      home={at("")}
      groups={[{ title: name, places }]}
      who={{ name: who, role: ROLES[role].label }}
      own={own}
      logout="/customer/logout"
    >
      {children}
    </DeskFrame>
  );
}
