import { Tabs, type Tab } from "#app/ui/desk.tsx";

/** The pages of an assessor for staff, each at its own address, and the lists that can show them alone. */
export function AssessorTabs({ id, handlesMoney }: { id: string; handlesMoney: boolean }) {
  const path = `/admin/assessors/${id}`;
  const tabs: (Tab | false)[] = [
    { label: "Profile and hours", to: path, isExact: true },
    { label: "Their calendar", to: `/admin/calendar?assessor=${id}` },
    { label: "Their bookings", to: `/admin/dashboard?assessor=${id}` },
    { label: "Hand over visits", to: `${path}/hand-over` },
    handlesMoney && { label: "Pay", to: `${path}/pay` },
  ];
  return <Tabs label="Pages of this assessor" tabs={tabs.filter((tab) => tab !== false)} />;
}
