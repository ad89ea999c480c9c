import {
  checkboxes,
  date,
  email,
  group,
  optionalGroup,
  longText,
  otherPhone,
  postcode,
  radio,
  text,
  type Section,
} from "#app/kit/sections/fields.ts";

const YES_NO = { options: ["yes", "no"], optionLabels: { yes: "Yes", no: "No" } } as const;
const YES_NO_NOT_ASKED = {
  options: ["yes", "no", "not-asked"],
  optionLabels: { yes: "Yes", no: "No", "not-asked": "Not asked yet" },
} as const;
const OPTIONAL = { need: "optional" } as const;

/** Optional, for every booking: the purpose of the report, and the facts that form COP3 needs in its Part A. */
export const courtApplication = {
  key: "courtApplication",
  slug: "court-application",
  title: "The report and the court",
  lead: "Tell us what the report is for. If it goes to the Court of Protection, your answers become draft answers for Part A of form COP3.",
  groups: [
    group("The report", [
      radio("reportFor", "What is the report for?", {
        options: [
          "court-of-protection",
          "other-court",
          "solicitor-or-own-file",
          "lpa-certificate",
          "bank-or-other-body",
          "not-sure",
        ],
        optionLabels: {
          "court-of-protection": "An application to the Court of Protection",
          "other-court": "Another court",
          "solicitor-or-own-file": "A solicitor’s or your own file",
          "lpa-certificate": "A certificate for a lasting power of attorney",
          "bank-or-other-body": "A bank, a benefits office or another body",
          "not-sure": "Not sure",
        },
      }),
      text("courtReference", "Court’s reference", { ...OPTIONAL, hint: "If there already is a case." }),
      date("hearingOn", "Date of the hearing", { ...OPTIONAL, isAnyDay: true }),
      date("deadlineOn", "Date by which the report is needed", { ...OPTIONAL, isAnyDay: true }),
      text("deadlineReason", "Why by that date", OPTIONAL),
    ]),
    optionalGroup("Who applies to the court", [
      radio("isReferrerApplicant", "Are you the applicant?", {
        ...YES_NO,
        hint: "The applicant is the person who asks the court for an order.",
        reveals: {
          when: { kind: "is", value: "no" },
          fields: [
            text("applicantFirstName", "Applicant’s first name"),
            text("applicantLastName", "Applicant’s last name"),
            text("applicantRelationship", "Applicant’s relationship to the person"),
            otherPhone("applicantPhone", "Applicant’s phone number"),
            email("applicantEmail", "Applicant’s email"),
          ],
        },
      }),
      text("applicantAddressLine1", "Applicant’s address line 1"),
      text("applicantAddressLine2", "Applicant’s address line 2"),
      text("applicantTownCity", "Applicant’s town or city"),
      postcode("applicantPostcode", "Applicant’s postcode"),
      radio("hasSolicitor", "Does a solicitor act for the applicant?", {
        ...YES_NO,
        reveals: {
          when: { kind: "is", value: "yes" },
          fields: [
            text("solicitorName", "Solicitor’s name"),
            text("solicitorFirm", "Firm"),
            text("solicitorReference", "Solicitor’s reference"),
            longText("solicitorAddress", "Solicitor’s address", {
              hint: "With the DX number, if there is one.",
            }),
            otherPhone("solicitorPhone", "Solicitor’s phone number"),
            email("solicitorEmail", "Solicitor’s email"),
          ],
        },
      }),
      radio("returnTo", "Where should the assessor send the finished form?", {
        options: ["applicant", "solicitor", "other"],
        optionLabels: {
          applicant: "To the applicant",
          solicitor: "To the solicitor",
          other: "To another address",
        },
        reveals: {
          when: { kind: "is", value: "other" },
          fields: [longText("returnAddress", "Name and address")],
        },
      }),
    ]),
    optionalGroup("What the court is to decide", [
      longText("decisions", "The decisions", {
        hint: "One decision on each line: they are numbered in this order. If you leave this open, we suggest them from what you booked.",
      }),
      checkboxes("orderSought", "The order you ask the court for", {
        hint: "Choose all that apply.",
        options: [
          "Deputy for property and affairs",
          "Deputy for personal welfare",
          "One-off order about property or money",
          "Statutory will or codicil",
          "Gift",
          "Trustee",
          "Declaration about capacity",
          "Other",
        ],
      }),
      text("orderSoughtOther", "Other order"),
      longText("orderBenefit", "How the order would help the person", {
        hint: "Use the same words as in your form COP1.",
      }),
    ]),
    optionalGroup("What could help the person to decide", [
      longText("stepsToHelp", "Steps that may help", {
        hint: "Think of: the best time of day; a quiet place; hearing aids or glasses; pictures or written notes; somebody they trust; an interpreter; shorter visits; the timing of medicines. If nothing helps, say why in a sentence.",
      }),
      longText("stepsTried", "Steps already tried", { hint: "What was tried, and what happened." }),
    ]),
    optionalGroup("The person’s circumstances", [
      longText("incomeSummary", "Income", { hint: "Pensions, benefits and other income, roughly." }),
      longText("savingsSummary", "Savings and property", {
        hint: "Accounts, investments, a house. The assessor compares the person’s own answers with this.",
      }),
      longText("outgoingsSummary", "Bills and debts"),
      longText("whoManagesMoneyNow", "Who manages the money today"),
      longText("existingPowers", "Existing powers", {
        hint: "A lasting or enduring power of attorney, a deputy, an appointee, an advance decision.",
      }),
      radio("personKnows", "Does the person know about the application?", YES_NO),
      radio("personAgrees", "Does the person agree with it?", YES_NO_NOT_ASKED),
      longText("personViews", "What the person says", { hint: "In their own words, where you can." }),
      longText("otherViews", "What others say", { hint: "Anybody who sees it differently, and why." }),
    ]),
    optionalGroup("For the assessor only", [
      longText("assessorOnly", "For the assessor only", {
        hint: "Never part of the draft for the court. For example: worries about pressure from others, or risks during the visit.",
      }),
    ]),
  ],
} as const satisfies Section;
