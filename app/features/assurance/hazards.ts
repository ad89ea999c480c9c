/** The hazard log: what can go wrong for a person, and the controls against it. Each control is a test of the product,
 * by the file and the title that the test has; `hazards.test.ts` fails where there is none of that name. Severity is
 * proposed in the words of NHS England's clinical risk standard DCB0129; a clinical safety officer confirms it. */

type Severity = "Minor" | "Significant" | "Considerable" | "Major" | "Catastrophic";

type Declared = {
  hazard: string;
  cause: string;
  effect: string;
  severity: Severity;
  /** Words of each control with its test as the file names it, by file. */
  controls: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

const LOG: Readonly<Record<string, Declared>> = {
  H01: {
    hazard: "The assessor goes to a wrong address",
    cause: "The person moved, or the forms and the booking name two places",
    effect: "The person waits, the assessment is late, a stranger learns of it",
    severity: "Considerable",
    controls: {
      "app/features/visits/plan/place-doubts.server.test.ts": {
        "An address that the records no longer have is not used for a visit":
          "an address that the records no longer have is not used",
        "An address that arrives while staff agree the visit is asked about":
          "an address that came while the form was open is asked about",
      },
    },
  },
  H02: {
    hazard: "An assessor is booked for two places at once",
    cause: "Two people agree visits at the same moment",
    effect: "A person is not visited",
    severity: "Significant",
    controls: {
      "app/features/visits/agree/change-visit.server.test.ts": {
        "Of visits that overlap exactly one is agreed":
          "of twenty at once for overlapping visits of one assessor exactly one succeeds",
      },
      "app/features/after-booking/own-booking/free-times.server.test.ts": {
        "Times that referrers choose never overlap":
          "50 referrers choose the same times of 5 assessors at once: no visit overlaps another",
      },
    },
  },
  H03: {
    hazard: "A visit is announced for a wrong hour",
    cause: "Clocks go forward or back",
    effect: "The person or their family is not there",
    severity: "Significant",
    controls: {
      "app/features/mail/visit-mail.server.test.ts": {
        "Mails say London’s time in summer": "are in London's summer time",
      },
      "app/features/visits/agree/offer-times.server.test.ts": {
        "An offer of times ends by London’s clock":
          "the end of an offer is London's, also after the clocks go forward",
      },
    },
  },
  H04: {
    hazard: "A booking that was confirmed is lost",
    cause: "The server stops, the disk is full, the database cannot be reached",
    effect: "Nobody assesses the person; a court’s date is missed",
    severity: "Major",
    controls: {
      "tests/e2e/confirmation.spec.ts": {
        "A confirmed booking outlives a server that is killed":
          "an acknowledged booking survives a kill of the server",
      },
      "app/features/before-booking/wizard/confirm-booking.server.test.ts": {
        "Where nothing can be stored, nothing is confirmed":
          "a database that is busy or lost is answered 503, keeps everything and books nothing",
      },
    },
  },
  H05: {
    hazard: "What somebody typed about the person is lost",
    cause: "A bad line; a page that is closed; a server that does not answer",
    effect: "The assessor lacks needs or risks that somebody had told",
    severity: "Considerable",
    controls: {
      "tests/e2e/answer-lost.spec.ts": {
        "Every kind of form keeps what was typed when its answer is lost": "each kind of form is tried",
      },
    },
  },
  H06: {
    hazard: "A message does not arrive, and nobody notices",
    cause: "A wrong address, a full mailbox, a vendor that is down",
    effect: "A visit or a report is late",
    severity: "Significant",
    controls: {
      "app/features/mail/outbox-pages.server.test.ts": {
        "A mail that bounced stands on a list of staff":
          "a bounce needs attention, says why, and is not undone by a late delivery",
      },
      "app/features/mail/run-due-jobs.server.test.ts": {
        "A mail is tried for hours, then shown as failed":
          "is tried 48 times, 5 minutes apart, and then shown as failed with the reason",
      },
    },
  },
  H07: {
    hazard: "Somebody without a right reads about the person",
    cause: "A guessed address, an old link, a role that opens too much",
    effect: "A diagnosis is disclosed",
    severity: "Major",
    controls: {
      "tests/unit/authorisation.test.ts": {
        "Each address of the product answers each kind of actor as its row says":
          "lets each actor read what the rows say",
        "No address lacks such a row": "has every URL and method of the product, and nothing else",
      },
      "app/features/staff/booking/edit-booking.server.test.ts": {
        "A corrected address takes the links from the old one":
          "a new email address takes links and accounts from the old one and gets a fresh link",
      },
    },
  },
  H08: {
    hazard: "Another organisation, or a colleague without a right, sees a booking",
    cause: "A shared address; a member who left",
    effect: "A diagnosis is disclosed",
    severity: "Major",
    controls: {
      "app/features/organisations/record/membership.server.test.ts": {
        "A booking of an organisation is open to who booked it":
          "an organisation’s booking is open to who booked it alone",
      },
      "app/features/organisations/own/members.server.test.ts": {
        "Who leaves loses sight at once":
          "who leaves hands their bookings over: sessions end, links stop, and mails go to the successor",
      },
    },
  },
  H09: {
    hazard: "A report reaches the wrong person",
    cause: "A mistyped or outdated address",
    effect: "The whole report is disclosed",
    severity: "Major",
    controls: {
      "app/features/report/deliveries.server.test.ts": {
        "A corrected address ends link and code of the old mailbox":
          "gets the report there, and the old mailbox has no link and no code any more",
      },
    },
  },
  H10: {
    hazard: "Somebody relies on a report that was replaced or withdrawn",
    cause: "A copy stays with a recipient",
    effect: "A decision about the person rests on a wrong opinion",
    severity: "Major",
    controls: {
      "app/features/report/report.server.test.ts": {
        "Recipients are told of a withdrawal, and their links end":
          "is told when the report is withdrawn, and its link ends for all alike",
      },
      "app/features/report/verify-report.server.test.ts": {
        "Anybody can ask whether a report is the newest, by code or file":
          "a correction on the same day replaces the version before, and an addendum adds to it",
      },
      "app/features/report/deliveries.server.test.ts": {
        "Whoever still has an old version is told of the new one":
          "says so to whoever still has it or had opened it, and to nobody else",
      },
    },
  },
  H11: {
    hazard: "A report is released without its declaration or decisions",
    cause: "Haste; an unfinished part",
    effect: "A court sends it back, or relies on it wrongly",
    severity: "Considerable",
    controls: {
      "app/features/report/report.server.test.ts": {
        "A declaration needs its tick, its name and its decisions":
          "a declaration needs its tick, its name and its decisions, and a refused one keeps no file",
      },
      "app/features/report-writing/send-draft.server.test.ts": {
        "A changed conclusion needs its reason": "another conclusion than the released one needs its reason",
      },
    },
  },
  H12: {
    hazard: "The person’s needs are not known at the visit",
    cause: "Language, hearing or support were told in another form",
    effect: "The person seems to lack capacity because nobody supported them",
    severity: "Major",
    controls: {
      "app/features/visits/person/known-needs.server.test.ts": {
        "Letters and confirmations suit the needs that were told":
          "letters, and the confirmation once a visit was agreed, suit needs of an earlier booking",
      },
      "app/features/visits/plan/who-is-free.server.test.ts": {
        "The person’s language decides which assessors are proposed":
          "the client's language comes from the referral forms, and English needs nobody special",
      },
    },
  },
  H13: {
    hazard: "A safeguarding concern is overlooked, or seen by too many",
    cause: "No owner; a list that everybody reads",
    effect: "The person stays at risk, or is put at risk",
    severity: "Catastrophic",
    controls: {
      "app/features/safeguarding/concerns.server.test.ts": {
        "A concern stays open until somebody closes it":
          "stays open until it is closed, and a new one opens the log again",
        "Without the right to concerns nothing shows that there is one":
          "leaves no trace for those without the right: not in history, mails, dashboard",
      },
    },
  },
  H14: {
    hazard: "Data of somebody who objected or was erased is used",
    cause: "A page that was opened before; a mail that waits",
    effect: "The person’s wish is not kept",
    severity: "Considerable",
    controls: {
      "tests/unit/canary.test.ts": {
        "Of an erased person no word is left":
          "of an erased person no word is left, except those that are kept for a reason",
      },
      "app/features/privacy/privacy.server.test.ts": {
        "A restricted person gets no mail": "a restricted person gets no mail",
      },
      "app/features/privacy/visits.server.test.ts": {
        "While data is restricted, no visit changes":
          "while processing is restricted, no visit is agreed, accepted or cancelled",
      },
    },
  },
  H15: {
    hazard: "A file with a virus reaches a recipient",
    cause: "A paper or a report from an infected machine",
    effect: "Their machine is harmed, the report cannot be used",
    severity: "Significant",
    controls: {
      "app/features/report/report.server.test.ts": {
        "A report with a virus is never released":
          "a report in review with a virus is returned, never released, and can be sent again",
      },
    },
  },
  H16: {
    hazard: "All data is lost with its machine",
    cause: "A broken disk; a fire; an attack",
    effect: "Assessments begin anew; reports are gone",
    severity: "Major",
    controls: {
      "app/platform/backup/backup.server.test.ts": {
        "A backup brings every booking back": "a backup of a database in use brings every booking back",
      },
      "app/platform/backup/postgres-dump.server.test.ts": {
        "A restore replaces nothing until it is complete":
          "what was there before stays in its place until a restore is complete",
      },
    },
  },
  H17: {
    hazard: "A stranger signs in as staff",
    cause: "A guessed code or password; a link that was kept",
    effect: "Every booking is disclosed",
    severity: "Catastrophic",
    controls: {
      "app/features/accounts/sign-in/sign-in.server.test.ts": {
        "Codes of the owner can be neither used up nor spoilt":
          "a stranger can neither use up the owner's codes nor spoil the one that was sent",
      },
      "app/features/accounts/sign-in/mailed-links.server.test.ts": {
        "A link to set the password anew works once, for an hour":
          "a reset link lives an hour, works once, ends every session and is spent by success only",
      },
    },
  },
  H18: {
    hazard: "A court’s day is missed",
    cause: "The hearing is nearer than the promised days",
    effect: "The hearing is adjourned; the person waits for a decision",
    severity: "Considerable",
    controls: {
      "app/features/report/list-reports.server.test.ts": {
        "A hearing before the promised day makes a report due sooner":
          "a hearing before the promised day makes a report due sooner, and puts it on top",
      },
    },
  },
  H19: {
    hazard: "Somebody cannot use a page",
    cause: "A small screen, large letters, no mouse",
    effect: "A referral is not made, or is incomplete",
    severity: "Significant",
    controls: {
      "tests/e2e/small-screens.spec.ts": {
        "Pages of a booking fit the narrowest phone": "no page of a booking scrolls sideways at 320 px",
        "Pages of a referral form fit it, too":
          "no page of a referral form scrolls sideways at 320 px, one with two texts to choose from included",
      },
    },
  },
  H20: {
    hazard: "An act is done twice",
    cause: "A double click; a press after an answer that was lost",
    effect: "Two bookings, two invoices, two visits",
    severity: "Minor",
    controls: {
      "tests/e2e/pressed-twice.spec.ts": {
        "What was done although its answer got lost is not done again":
          "what was done although its answer got lost is not done again by the next press, nor after a reload",
      },
    },
  },
  H21: {
    hazard: "A forged or changed report is taken for ours",
    cause: "A page that was edited; a report that somebody else wrote",
    effect: "A decision about the person rests on a false opinion",
    severity: "Major",
    controls: {
      "app/features/report/verify-report.server.test.ts": {
        "A file with another byte, or a cut one, is not known":
          "a file with another byte, a cut file and one of another practice are not ours",
        "Whether a report is known tells nothing about the person":
          "hit and miss ask the database the same, and read no column about a person",
      },
    },
  },
  H22: {
    hazard: "A question about a report gets no answer in time",
    cause: "It comes by email to one person; the author left",
    effect: "A court decides without the answer",
    severity: "Significant",
    controls: {
      "app/features/report-writing/questions/questions.server.test.ts": {
        "Staff are told once that the day for an answer has passed":
          "the office is told once that the day has passed, and not when it was moved or answered",
        "Another assessor can answer for one who left, and is named":
          "another assessor answers for one who left, opens the report, and is named",
      },
    },
  },
  H23: {
    hazard: "Capacity that has changed is not looked at again",
    cause: "Nobody remembers the day that the report names",
    effect: "The person is kept from deciding what they could decide by now",
    severity: "Considerable",
    controls: {
      "app/features/follow-ups/follow-ups.server.test.ts": {
        "The referrer who agreed is reminded six weeks before":
          "the referrer is reminded once, six weeks before, without a word about health",
      },
    },
  },
  H24: {
    hazard: "Somebody assesses without valid insurance or registration",
    cause: "A day that nobody has on a list",
    effect: "The report is worth nothing; the person has no redress",
    severity: "Considerable",
    controls: {
      "app/features/assessors/papers.server.test.ts": {
        "Lapsed insurance keeps its assessor from new visits":
          "lapsed insurance keeps its assessor from a new visit; other papers do not",
      },
      "app/features/visits/agree/change-visit.server.test.ts": {
        "Lapsed registration does, too": "is refused after the registration has ended, whoever asks",
      },
    },
  },
};

export const HAZARDS = Object.entries(LOG).map(([id, { controls, ...hazard }]) => ({
  id,
  ...hazard,
  controls: Object.entries(controls).flatMap(([file, tests]) =>
    Object.entries(tests).map(([says, test]) => ({ says, file, test })),
  ),
}));
