import type { UserListItem } from "#app/features/accounts/session/queries.server.ts";
import { LONG_WORD, type Examples } from "#app/ui/example.ts";
import { List } from "#app/ui/list.tsx";
import { ActiveBadge, userColumns } from "./users-table.tsx";

const user = (id: string, changes: Partial<UserListItem> = {}): UserListItem => ({
  id,
  email: `${id}@example.org`,
  firstName: "Priya",
  lastName: "Shah",
  roleId: "administrator",
  roleName: "Administrator",
  isActive: true,
  createdAt: "2027-03-08T09:30:00.000Z",
  isPasswordTemporary: false,
  hasTwoFactor: true,
  isEmailConfirmed: true,
  version: 1,
  seesConcerns: false,
  handlesMoney: false,
  reviewsReports: false,
  ...changes,
});

const USERS = [
  user("priya"),
  user("sam", {
    isActive: false,
    firstName: null,
    lastName: null,
    roleId: "coordinator",
    roleName: "Coordinator",
  }),
  user(LONG_WORD.toLowerCase(), {
    lastName: LONG_WORD,
    roleId: "customer",
    roleName: "Customer",
    isEmailConfirmed: false,
  }),
];

const EMPTY = { heading: "Nobody yet", words: "Customers register from the confirmation of their booking." };

export default {
  title: "Users",
  isForStaff: true,
  examples: [
    {
      name: "List",
      of: [List, ActiveBadge],
      place: "alone",
      states: {
        Normal: <List caption="3 users" columns={userColumns("priya")} rows={USERS} empty={EMPTY} />,
        Empty: <List caption="No users" columns={userColumns("priya")} rows={[]} empty={EMPTY} />,
      },
    },
  ],
} satisfies Examples;
