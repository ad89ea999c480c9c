/** The hazard log: what can go wrong for a person, and the controls against it. Each control is a test of the product,
 * by the file and the title that the test has; `hazards.test.ts` fails where there is none of that name. Severity is
 * proposed in the words of NHS England's clinical risk standard DCB0129; a clinical safety officer confirms it. */

type Severity = "Minor" | "Significant" | "Considerable" | "Major" | "Catastrophic";

/** `test` as its file names it. */
export type Control = { says: string; file: string; test: string };

export type Hazard = {
  id: string;
  hazard: string;
  cause: string;
  effect: string;
  severity: Severity;
  controls: readonly [Control, ...Control[]];
};

const control = (says: string, file: string, test: string): Control => ({ says, file, test });

export const HAZARDS: readonly Hazard[] = [
  {
    id: "H01",
    hazard: "The assessor goes to a wrong address",
    cause: "The person moved, or the forms and the booking name two places",
    effect: "The person waits, the assessment is late, a stranger learns of it",
    severity: "Considerable",
    controls: [
      control(
        "An address that the records no longer have is not used for a visit",
        "app/features/visits/plan/place-doubts.server.test.ts",
        "an address that the records no longer have is not used",
      ),
      control(
        "An address that arrives while staff agree the visit is asked about",
        "app/features/visits/plan/place-doubts.server.test.ts",
        "an address that came while the form was open is asked about",
      ),
    ],
  },
  {
    id: "H02",
    hazard: "An assessor is booked for two places at once",
    cause: "Two people agree visits at the same moment",
    effect: "A person is not visited",
    severity: "Significant",
    controls: [
      control(
        "Of visits that overlap exactly one is agreed",
        "app/features/visits/agree/change-visit.server.test.ts",
        "of twenty at once for overlapping visits of one assessor exactly one succeeds",
      ),
      control(
        "Times that referrers choose never overlap",
        "app/features/after-booking/own-booking/free-times.server.test.ts",
        "50 referrers choose the same times of 5 assessors at once: no visit overlaps another",
      ),
    ],
  },
  {
    id: "H03",
    hazard: "A visit is announced for a wrong hour",
    cause: "Clocks go forward or back",
    effect: "The person or their family is not there",
    severity: "Significant",
    controls: [
      control(
        "Mails say London’s time in summer",
        "app/features/mail/visit-mail.server.test.ts",
        "are in London's summer time",
      ),
      control(
        "An offer of times ends by London’s clock",
        "app/features/visits/agree/offer-times.server.test.ts",
        "the end of an offer is London's, also after the clocks go forward",
      ),
    ],
  },
  {
    id: "H04",
    hazard: "A booking that was confirmed is lost",
    cause: "The server stops, the disk is full, the database cannot be reached",
    effect: "Nobody assesses the person; a court’s date is missed",
    severity: "Major",
    controls: [
      control(
        "A confirmed booking outlives a server that is killed",
        "tests/e2e/confirmation.spec.ts",
        "an acknowledged booking survives a kill of the server",
      ),
      control(
        "Where nothing can be stored, nothing is confirmed",
        "app/features/before-booking/wizard/confirm-booking.server.test.ts",
        "a database that is busy or lost is answered 503, keeps everything and books nothing",
      ),
    ],
  },
  {
    id: "H05",
    hazard: "What somebody typed about the person is lost",
    cause: "A bad line; a page that is closed; a server that does not answer",
    effect: "The assessor lacks needs or risks that somebody had told",
    severity: "Considerable",
    controls: [
      control(
        "Every kind of form keeps what was typed when its answer is lost",
        "tests/e2e/answer-lost.spec.ts",
        "each kind of form is tried",
      ),
    ],
  },
  {
    id: "H06",
    hazard: "A message does not arrive, and nobody notices",
    cause: "A wrong address, a full mailbox, a vendor that is down",
    effect: "A visit or a report is late",
    severity: "Significant",
    controls: [
      control(
        "A mail that bounced stands on a list of staff",
        "app/features/mail/outbox-pages.server.test.ts",
        "a bounce needs attention, says why, and is not undone by a late delivery",
      ),
      control(
        "A mail is tried for hours, then shown as failed",
        "app/features/mail/run-due-jobs.server.test.ts",
        "is tried 48 times, 5 minutes apart, and then shown as failed with the reason",
      ),
    ],
  },
  {
    id: "H07",
    hazard: "Somebody without a right reads about the person",
    cause: "A guessed address, an old link, a role that opens too much",
    effect: "A diagnosis is disclosed",
    severity: "Major",
    controls: [
      control(
        "Each address of the product answers each kind of actor as its row says",
        "tests/unit/authorisation.test.ts",
        "lets each actor read what the rows say",
      ),
      control(
        "No address lacks such a row",
        "tests/unit/authorisation.test.ts",
        "has every URL and method of the product, and nothing else",
      ),
      control(
        "A corrected address takes the links from the old one",
        "app/features/staff/booking/edit-booking.server.test.ts",
        "a new email address takes links and accounts from the old one and gets a fresh link",
      ),
    ],
  },
  {
    id: "H08",
    hazard: "Another organisation, or a colleague without a right, sees a booking",
    cause: "A shared address; a member who left",
    effect: "A diagnosis is disclosed",
    severity: "Major",
    controls: [
      control(
        "A booking of an organisation is open to who booked it",
        "app/features/organisations/record/membership.server.test.ts",
        "an organisation’s booking is open to who booked it alone",
      ),
      control(
        "Who leaves loses sight at once",
        "app/features/organisations/own/members.server.test.ts",
        "who leaves hands their bookings over: sessions end, links stop, and mails go to the successor",
      ),
    ],
  },
  {
    id: "H09",
    hazard: "A report reaches the wrong person",
    cause: "A mistyped or outdated address",
    effect: "The whole report is disclosed",
    severity: "Major",
    controls: [
      control(
        "A corrected address ends link and code of the old mailbox",
        "app/features/report/deliveries.server.test.ts",
        "gets the report there, and the old mailbox has no link and no code any more",
      ),
    ],
  },
  {
    id: "H10",
    hazard: "Somebody relies on a report that was replaced or withdrawn",
    cause: "A copy stays with a recipient",
    effect: "A decision about the person rests on a wrong opinion",
    severity: "Major",
    controls: [
      control(
        "Recipients are told of a withdrawal, and their links end",
        "app/features/report/report.server.test.ts",
        "is told when the report is withdrawn, and its link ends for all alike",
      ),
      control(
        "Anybody can ask whether a report is the newest, by code or file",
        "app/features/report/verify-report.server.test.ts",
        "a correction on the same day replaces the version before, and an addendum adds to it",
      ),
      control(
        "Whoever still has an old version is told of the new one",
        "app/features/report/deliveries.server.test.ts",
        "says so to whoever still has it or had opened it, and to nobody else",
      ),
    ],
  },
  {
    id: "H11",
    hazard: "A report is released without its declaration or decisions",
    cause: "Haste; an unfinished part",
    effect: "A court sends it back, or relies on it wrongly",
    severity: "Considerable",
    controls: [
      control(
        "A declaration needs its tick, its name and its decisions",
        "app/features/report/report.server.test.ts",
        "a declaration needs its tick, its name and its decisions, and a refused one keeps no file",
      ),
      control(
        "A changed conclusion needs its reason",
        "app/features/report-writing/send-draft.server.test.ts",
        "another conclusion than the released one needs its reason",
      ),
    ],
  },
  {
    id: "H12",
    hazard: "The person’s needs are not known at the visit",
    cause: "Language, hearing or support were told in another form",
    effect: "The person seems to lack capacity because nobody supported them",
    severity: "Major",
    controls: [
      control(
        "Letters and confirmations suit the needs that were told",
        "app/features/visits/person/known-needs.server.test.ts",
        "letters, and the confirmation once a visit was agreed, suit needs of an earlier booking",
      ),
      control(
        "The person’s language decides which assessors are proposed",
        "app/features/visits/plan/who-is-free.server.test.ts",
        "the client's language comes from the referral forms, and English needs nobody special",
      ),
    ],
  },
  {
    id: "H13",
    hazard: "A safeguarding concern is overlooked, or seen by too many",
    cause: "No owner; a list that everybody reads",
    effect: "The person stays at risk, or is put at risk",
    severity: "Catastrophic",
    controls: [
      control(
        "A concern stays open until somebody closes it",
        "app/features/safeguarding/concerns.server.test.ts",
        "stays open until it is closed, and a new one opens the log again",
      ),
      control(
        "Without the right to concerns nothing shows that there is one",
        "app/features/safeguarding/concerns.server.test.ts",
        "leaves no trace for those without the right: not in history, mails, dashboard",
      ),
    ],
  },
  {
    id: "H14",
    hazard: "Data of somebody who objected or was erased is used",
    cause: "A page that was opened before; a mail that waits",
    effect: "The person’s wish is not kept",
    severity: "Considerable",
    controls: [
      control(
        "Of an erased person no word is left",
        "tests/unit/canary.test.ts",
        "of an erased person no word is left, except those that are kept for a reason",
      ),
      control(
        "A restricted person gets no mail",
        "app/features/privacy/privacy.server.test.ts",
        "a restricted person gets no mail",
      ),
      control(
        "While data is restricted, no visit changes",
        "app/features/privacy/visits.server.test.ts",
        "while processing is restricted, no visit is agreed, accepted or cancelled",
      ),
    ],
  },
  {
    id: "H15",
    hazard: "A file with a virus reaches a recipient",
    cause: "A paper or a report from an infected machine",
    effect: "Their machine is harmed, the report cannot be used",
    severity: "Significant",
    controls: [
      control(
        "A report with a virus is never released",
        "app/features/report/report.server.test.ts",
        "a report in review with a virus is returned, never released, and can be sent again",
      ),
    ],
  },
  {
    id: "H16",
    hazard: "All data is lost with its machine",
    cause: "A broken disk; a fire; an attack",
    effect: "Assessments begin anew; reports are gone",
    severity: "Major",
    controls: [
      control(
        "A backup brings every booking back",
        "app/platform/backup/backup.server.test.ts",
        "a backup of a database in use brings every booking back",
      ),
      control(
        "A restore replaces nothing until it is complete",
        "app/platform/backup/postgres-dump.server.test.ts",
        "what was there before stays in its place until a restore is complete",
      ),
    ],
  },
  {
    id: "H17",
    hazard: "A stranger signs in as staff",
    cause: "A guessed code or password; a link that was kept",
    effect: "Every booking is disclosed",
    severity: "Catastrophic",
    controls: [
      control(
        "Codes of the owner can be neither used up nor spoilt",
        "app/features/accounts/sign-in/sign-in.server.test.ts",
        "a stranger can neither use up the owner's codes nor spoil the one that was sent",
      ),
      control(
        "A link to set the password anew works once, for an hour",
        "app/features/accounts/sign-in/mailed-links.server.test.ts",
        "a reset link lives an hour, works once, ends every session and is spent by success only",
      ),
    ],
  },
  {
    id: "H18",
    hazard: "A court’s day is missed",
    cause: "The hearing is nearer than the promised days",
    effect: "The hearing is adjourned; the person waits for a decision",
    severity: "Considerable",
    controls: [
      control(
        "A hearing before the promised day makes a report due sooner",
        "app/features/report/list-reports.server.test.ts",
        "a hearing before the promised day makes a report due sooner, and puts it on top",
      ),
    ],
  },
  {
    id: "H19",
    hazard: "Somebody cannot use a page",
    cause: "A small screen, large letters, no mouse",
    effect: "A referral is not made, or is incomplete",
    severity: "Significant",
    controls: [
      control(
        "Pages of a booking fit the narrowest phone",
        "tests/e2e/small-screens.spec.ts",
        "no page of a booking scrolls sideways at 320 px",
      ),
      control(
        "Pages of a referral form fit it, too",
        "tests/e2e/small-screens.spec.ts",
        "no page of a referral form scrolls sideways at 320 px, one with two texts to choose from included",
      ),
    ],
  },
  {
    id: "H20",
    hazard: "An act is done twice",
    cause: "A double click; a press after an answer that was lost",
    effect: "Two bookings, two invoices, two visits",
    severity: "Minor",
    controls: [
      control(
        "What was done although its answer got lost is not done again",
        "tests/e2e/pressed-twice.spec.ts",
        "what was done although its answer got lost is not done again by the next press, nor after a reload",
      ),
    ],
  },
  {
    id: "H21",
    hazard: "A forged or changed report is taken for ours",
    cause: "A page that was edited; a report that somebody else wrote",
    effect: "A decision about the person rests on a false opinion",
    severity: "Major",
    controls: [
      control(
        "A file with another byte, or a cut one, is not known",
        "app/features/report/verify-report.server.test.ts",
        "a file with another byte, a cut file and one of another practice are not ours",
      ),
      control(
        "Whether a report is known tells nothing about the person",
        "app/features/report/verify-report.server.test.ts",
        "hit and miss ask the database the same, and read no column about a person",
      ),
    ],
  },
  {
    id: "H22",
    hazard: "A question about a report gets no answer in time",
    cause: "It comes by email to one person; the author left",
    effect: "A court decides without the answer",
    severity: "Significant",
    controls: [
      control(
        "Staff are told once that the day for an answer has passed",
        "app/features/report-writing/questions/questions.server.test.ts",
        "the office is told once that the day has passed, and not when it was moved or answered",
      ),
      control(
        "Another assessor can answer for one who left, and is named",
        "app/features/report-writing/questions/questions.server.test.ts",
        "another assessor answers for one who left, opens the report, and is named",
      ),
    ],
  },
  {
    id: "H23",
    hazard: "Capacity that has changed is not looked at again",
    cause: "Nobody remembers the day that the report names",
    effect: "The person is kept from deciding what they could decide by now",
    severity: "Considerable",
    controls: [
      control(
        "The referrer who agreed is reminded six weeks before",
        "app/features/follow-ups/follow-ups.server.test.ts",
        "the referrer is reminded once, six weeks before, without a word about health",
      ),
    ],
  },
  {
    id: "H24",
    hazard: "Somebody assesses without valid insurance or registration",
    cause: "A day that nobody has on a list",
    effect: "The report is worth nothing; the person has no redress",
    severity: "Considerable",
    controls: [
      control(
        "Lapsed insurance keeps its assessor from new visits",
        "app/features/assessors/papers.server.test.ts",
        "lapsed insurance keeps its assessor from a new visit; other papers do not",
      ),
      control(
        "Lapsed registration does, too",
        "app/features/visits/agree/change-visit.server.test.ts",
        "is refused after the registration has ended, whoever asks",
      ),
    ],
  },
];
