/** Rights of each role. Answers, papers and reports are also behind the walls of `isOpenTo`. */
export const ROLES = {
  owner: {
    label: "Owner",
    says: "Manages members and details, books, and sees the progress of all bookings",
    manages: true,
    books: true,
    seesAnswers: true,
    seesAll: true,
    seesNames: true,
    seesMoney: true,
  },
  booker: {
    label: "Booker",
    says: "Books, and sees the bookings that they made or were added to",
    manages: false,
    books: true,
    seesAnswers: true,
    seesAll: false,
    seesNames: true,
    seesMoney: true,
  },
  reader: {
    label: "Reader",
    says: "Sees the progress of all bookings, without answers, papers and reports",
    manages: false,
    books: false,
    seesAnswers: false,
    seesAll: true,
    seesNames: true,
    seesMoney: false,
  },
  billing: {
    label: "Billing",
    says: "Sees amounts and references of all bookings, without names",
    manages: false,
    books: false,
    seesAnswers: false,
    seesAll: true,
    seesNames: false,
    seesMoney: true,
  },
} as const;

export type MemberRole = keyof typeof ROLES;

/** A right that a role has or lacks. `seesAll`: summaries of all bookings, not only of their own. */
export type Right = "manages" | "books" | "seesAnswers" | "seesAll" | "seesNames" | "seesMoney";

export const ROLE_NAMES = Object.keys(ROLES) as [MemberRole, ...MemberRole[]];

export const rolesWho = (right: Right) => ROLE_NAMES.filter((role) => ROLES[role][right]);

/** Kinds of organisations, for staff and statements alone. */
export const KINDS = {
  firm: "Law firm",
  deputy: "Professional deputy",
  council: "Council or NHS body",
  other: "Other organisation",
} as const;

export type OrganisationKind = keyof typeof KINDS;
