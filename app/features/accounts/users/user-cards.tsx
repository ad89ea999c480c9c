import type { UserListItem } from "#app/features/accounts/session/queries.server.ts";
import { Card } from "#app/ui/card.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";

/** Rights beside the role, for the roles that may have them. Administrators handle money without this right; the second
 * reader of a report may be an assessor. */
const RIGHTS = [
  {
    roles: ["administrator", "coordinator"],
    name: "seesConcerns",
    intent: "Concerns",
    heading: "Safeguarding concerns",
    has: "They can read safeguarding concerns, and get an email about each new one.",
    lacks: "They can record safeguarding concerns, but not read them.",
    give: "Let them read concerns",
    take: "Take this right away",
  },
  {
    roles: ["coordinator"],
    name: "handlesMoney",
    intent: "Money",
    heading: "Money",
    has: "They may handle money: issue invoices and credit notes, and see to payments.",
    lacks: "They see whether a booking is paid, and change nothing about it.",
    give: "Let them handle money",
    take: "They may no longer handle money",
  },
  {
    roles: ["assessor"],
    name: "reviewsReports",
    intent: "Review",
    heading: "May review reports",
    has: "They may read reports of other assessors that wait for review, and comment on them. Staff release them.",
    lacks: "They write their own reports, and see none of others.",
    give: "Let them review reports",
    take: "They may no longer review reports",
  },
] as const;

export function RightCards({ user }: { user: UserListItem }) {
  const shown = RIGHTS.filter(({ roles }) => (roles as readonly string[]).includes(user.roleId));
  return shown.map(({ name, intent, heading, has, lacks, give, take }) => (
    <Card key={name} heading={heading}>
      <p className="mb-4">{user[name] ? has : lacks}</p>
      <PostForm>
        <Button look="quiet" name="intent" value={`${user[name] ? "take" : "give"}${intent}`}>
          {user[name] ? take : give}
        </Button>
      </PostForm>
    </Card>
  ));
}

/** The buttons that give or take access. Those that end sessions lead to a page that asks first. */
export function AccessCards({ user }: { user: UserListItem }) {
  if (!user.isActive) {
    return (
      <Card heading="Reactivate">
        <p className="mb-4">They can then sign in again, with the password they had.</p>
        <PostForm>
          <Button look="quiet" name="intent" value="reactivate">
            Reactivate
          </Button>
        </PostForm>
      </Card>
    );
  }
  return (
    <>
      {user.roleId === "customer" ? null : (
        <Card heading="New temporary password">
          <p className="mb-4">For a colleague who has lost their password or their phone.</p>
          <ButtonLink look="quiet" to={`/admin/users/${user.id}/temporary-password`}>
            New temporary password
          </ButtonLink>
        </Card>
      )}
      <Card heading="Deactivate">
        <p className="mb-4">For somebody who has left, or an account that is misused.</p>
        <ButtonLink look="danger" to={`/admin/users/${user.id}/deactivate`}>
          Deactivate
        </ButtonLink>
      </Card>
    </>
  );
}
