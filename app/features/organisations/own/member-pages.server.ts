import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  editOrganisation,
  type OrganisationRefused,
} from "#app/features/organisations/record/change-organisation.server.ts";
import {
  chosenLater,
  details,
  roleField,
  teamSeesAll,
  version,
} from "#app/features/organisations/record/fields.ts";
import {
  invite,
  MEMBER_WORDS,
  reinstateMember,
  removeInvitation,
  type MemberRefused,
} from "#app/features/organisations/record/members.server.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { changedSince } from "#app/forms/changed-since.ts";
import { fieldsOf } from "#app/forms/declared-fields.ts";
import { changeRole, handOverBookings, suspendMember } from "./hand-over.server.ts";

type Posted = Sent & { deps: Deps; by: ActedByRequest; organisationId: string };

const form = formOf<Posted, MemberRefused>();

/** Answers the page of an organisation's members. */
export const answerMembersPage = answerForms({ invite: form(invite) }, { words: MEMBER_WORDS, isRaw: true });

type OfMember = Posted & { membershipId: string };

const memberForm = formOf<OfMember, MemberRefused>();

type Seen = { version: number; successorId?: string | undefined };

const asked = ({ organisationId, membershipId, by }: OfMember, { version, successorId }: Seen) => ({
  organisationId,
  membershipId,
  by,
  version,
  successorId,
});

const STOPS = "Links that were mailed to them stop working, and mails go to the chosen member.";
const NEEDED = `For a role that sees no answers, where they have bookings. ${STOPS}`;
const successor = (isOptional: boolean, hint = STOPS) =>
  chosenLater("Hand their bookings to", hint, isOptional);

const justVersion = fieldsOf({ version });

const SOME = "Some bookings could not be handed over. Please call us about them.";
const CHANGED = "The role was changed.";
const SUSPENDED = "They are suspended and signed out everywhere.";

/** Answers the page of one member. */
export const answerMemberPage = answerForms(
  {
    role: memberForm({
      ...fieldsOf({ role: roleField, successorId: successor(true, NEEDED), version }),
      heading: "Role",
      button: "Change role",
      change: (posted, value) => changeRole(posted.deps, asked(posted, value), value.role),
      said: {
        role: CHANGED,
        "role-all": `${CHANGED} Their bookings were handed over.`,
        "role-some": `${CHANGED} ${SOME}`,
        "role-nothing": CHANGED,
      },
    }),
    handOver: memberForm({
      ...fieldsOf({ successorId: successor(false), version }),
      heading: "Bookings",
      button: "Hand over bookings",
      look: "quiet",
      change: (posted, value) => handOverBookings(posted.deps, asked(posted, value)),
      said: {
        "handed-over-all": "The bookings were handed over.",
        "handed-over-some":
          "The bookings were handed over, except some that nobody may change now. Please call us about them.",
        "handed-over-nothing": "There was no booking to hand over.",
      },
    }),
    suspend: memberForm({
      ...fieldsOf({ successorId: successor(true), version }),
      heading: "Suspend",
      button: "Suspend",
      look: "danger",
      change: (posted, value) => suspendMember(posted.deps, asked(posted, value)),
      said: {
        "suspended-all": `${SUSPENDED} Their bookings were handed over.`,
        "suspended-some": `${SUSPENDED} ${SOME}`,
        "suspended-nothing": SUSPENDED,
      },
    }),
    reinstate: memberForm({
      ...justVersion,
      heading: "Suspended",
      button: "Let in again",
      look: "quiet",
      change: (posted, value) => reinstateMember(posted.deps, asked(posted, value)),
      said: "They are a member again.",
    }),
    remove: memberForm({
      ...justVersion,
      heading: "Invitation",
      button: "Take the invitation back",
      look: "danger",
      change: (posted, value) => removeInvitation(posted.deps, asked(posted, value)),
      to: ({ page }) => page.replace(/\/members\/[^?]+/, "/members"),
      said: "The invitation was taken back.",
      done: "removed",
    }),
  },
  { words: MEMBER_WORDS, isRaw: true },
);

const detailsForm = formOf<Posted, OrganisationRefused>();

/** Answers an organisation's page of details. */
export const answerDetailsPage = answerForms(
  {
    details: detailsForm({
      ...fieldsOf({ ...details, ...teamSeesAll, version }),
      button: "Save",
      change: ({ deps, by, organisationId }, { version, ...edit }) =>
        editOrganisation(deps, { organisationId, version, by }, edit),
      said: "Saved.",
    }),
  },
  {
    words: {
      "not-found": null,
      closed: "This organisation is closed.",
      "changed-since": changedSince("Somebody else changed these details"),
    },
    isRaw: true,
  },
);
