import type { UserListItem } from "#app/features/accounts/session/queries.server.ts";
import { Card } from "#app/ui/card.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";

export function ConcernRight({ user: { seesConcerns } }: { user: UserListItem }) {
  return (
    <Card heading="Safeguarding concerns">
      <p className="mb-4">
        {seesConcerns
          ? "They can read safeguarding concerns, and get an email about each new one."
          : "They can record safeguarding concerns, but not read them."}
      </p>
      <PostForm>
        <Button look="quiet" name="intent" value={seesConcerns ? "takeConcerns" : "giveConcerns"}>
          {seesConcerns ? "Take this right away" : "Let them read concerns"}
        </Button>
      </PostForm>
    </Card>
  );
}

/** Administrators handle money without this right. */
export function MoneyRight({ user: { handlesMoney } }: { user: UserListItem }) {
  return (
    <Card heading="Money">
      <p className="mb-4">
        {handlesMoney
          ? "They may handle money: issue invoices and credit notes, and see to payments."
          : "They see whether a booking is paid, and change nothing about it."}
      </p>
      <PostForm>
        <Button look="quiet" name="intent" value={handlesMoney ? "takeMoney" : "giveMoney"}>
          {handlesMoney ? "They may no longer handle money" : "Let them handle money"}
        </Button>
      </PostForm>
    </Card>
  );
}

/** The second reader of a report may be an assessor. */
export function ReviewRight({ user: { reviewsReports } }: { user: UserListItem }) {
  return (
    <Card heading="May review reports">
      <p className="mb-4">
        {reviewsReports
          ? "They may read reports of other assessors that wait for review, and comment on them. Staff release them."
          : "They write their own reports, and see none of others."}
      </p>
      <PostForm>
        <Button look="quiet" name="intent" value={reviewsReports ? "takeReview" : "giveReview"}>
          {reviewsReports ? "They may no longer review reports" : "Let them review reports"}
        </Button>
      </PostForm>
    </Card>
  );
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
