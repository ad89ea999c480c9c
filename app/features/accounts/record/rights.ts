const STAFF_ROLES = ["administrator", "coordinator"];

/** Rights beside the role, by their columns, for the roles that may have them: the second reader of a report may be an
 * assessor. `given` and `taken` are notices. */
export const RIGHTS = {
  sees_concerns: {
    field: "seesConcerns",
    intent: "Concerns",
    action: "user.concern-right",
    roles: STAFF_ROLES,
    heading: "Safeguarding concerns",
    has: "They can read safeguarding concerns, and get an email about each new one.",
    lacks: "They can record safeguarding concerns, but not read them.",
    give: "Let them read concerns",
    take: "Take this right away",
    given: "They can read safeguarding concerns now.",
    taken: "They can no longer read safeguarding concerns.",
  },
  handles_money: {
    field: "handlesMoney",
    intent: "Money",
    action: "user.money-right",
    roles: STAFF_ROLES,
    heading: "Money",
    has: "They may handle money: issue invoices and credit notes, and see to payments.",
    lacks: "They see whether a booking is paid, and change nothing about it.",
    give: "Let them handle money",
    take: "They may no longer handle money",
    given: "They may handle money now.",
    taken: "They may no longer handle money.",
  },
  reviews_reports: {
    field: "reviewsReports",
    intent: "Review",
    action: "user.review-right",
    roles: ["assessor"],
    heading: "May review reports",
    has: "They may read reports of other assessors that wait for review, and comment on them. Staff release them.",
    lacks: "They write their own reports, and see none of others.",
    give: "Let them review reports",
    take: "They may no longer review reports",
    given: "They may review reports now.",
    taken: "They may no longer review reports.",
  },
} as const;

export type Right = keyof typeof RIGHTS;

/** Rights that a user of this role can be given. Administrators handle money without the right to it. */
export const rightsFor = (roleId: string) =>
  Object.values(RIGHTS).filter(
    ({ roles, field }) =>
      (roles as readonly string[]).includes(roleId) &&
      !(field === "handlesMoney" && roleId === "administrator"),
  );
