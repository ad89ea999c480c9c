import {
  answer,
  joined,
  labelled,
  one,
  personName,
  type LabelledText,
  type Read,
} from "#app/features/referral/sections/labelled-answers.ts";
import { sectionFields, type SectionKey } from "#app/features/referral/sections/sections.ts";
import { COP3_EDITION, type PartAKey } from "./cop3-edition.ts";
import { suggestedDecisions, writtenDecisions, type DecidedBooking } from "./decisions.ts";

export type PartA = ReturnType<typeof draftPartA>;
export type PartAItem = PartA["items"][number];

/** Facts of the booking that Part A uses. */
type PartABooking = DecidedBooking & {
  referrerName: string;
  referrerRelationship: string;
  referrerPhone: string;
  referrerEmail: string;
};

const address = (read: Read, section: SectionKey, names: readonly string[]): string =>
  joined(
    names.map((name) => answer(read, section, name)),
    ", ",
  );

function applicantTexts(read: Read, booking: PartABooking): LabelledText[] {
  const isOther = answer(read, "courtApplication", "isReferrerApplicant") === "No";
  const own = (name: string) => answer(read, "courtApplication", name);
  return [
    ...one(
      "Name",
      isOther ? joined([own("applicantFirstName"), own("applicantLastName")], " ") : booking.referrerName,
    ),
    ...one(
      "Address",
      address(read, "courtApplication", [
        "applicantAddressLine1",
        "applicantAddressLine2",
        "applicantTownCity",
        "applicantPostcode",
      ]),
    ),
    ...one("Phone", isOther ? own("applicantPhone") : booking.referrerPhone),
    ...one("Email", isOther ? own("applicantEmail") : booking.referrerEmail),
    ...one(
      "Relationship to the person",
      isOther ? own("applicantRelationship") : booking.referrerRelationship,
    ),
  ];
}

const SOLICITOR = [
  "solicitorName",
  "solicitorFirm",
  "solicitorReference",
  "solicitorAddress",
  "solicitorPhone",
  "solicitorEmail",
];

/** Answers about help, from every section that knows some. Risks and `assessorOnly` are never read here. */
function stepsTexts(read: Read): LabelledText[] {
  const needsInterpreter = read("personalDetails")["interpreterNeeded"] === true;
  return [
    ...labelled(read, "courtApplication", ["stepsToHelp", "stepsTried"]),
    ...labelled(read, "healthWelfare", ["decisionSupport"]),
    ...labelled(read, "communicationAids", [
      "preferredCommunication",
      "sensoryImpairmentDetails",
      "communicationDetails",
    ]),
    ...labelled(read, "propertyFinance", ["fluctuationDetails"]),
    ...(needsInterpreter
      ? one("Interpreter", `An interpreter is needed: ${answer(read, "personalDetails", "language")}`)
      : []),
  ];
}

const circumstancesTexts = (read: Read): LabelledText[] => [
  ...labelled(read, "propertyFinance", ["diagnosedConditions", "currentMedications", "estimatedValue"]),
  ...labelled(read, "healthWelfare", ["healthConditions", "medicationList", "careProviders"]),
  ...labelled(read, "litigate", ["impairmentDetails", "diagnosisTimeline"]),
  ...labelled(read, "courtApplication", [
    "incomeSummary",
    "savingsSummary",
    "outgoingsSummary",
    "whoManagesMoneyNow",
    "existingPowers",
  ]),
  ...labelled(read, "personalDetails", ["livingArrangements"]),
  ...labelled(read, "courtApplication", ["personKnows", "personAgrees", "personViews", "otherViews"]),
  ...labelled(read, "propertyFinance", ["supportingDocuments"]),
];

const HELP: Record<PartAKey, { text: string; section: SectionKey }> = {
  person: { text: "Enter the person’s name, address and date of birth.", section: "personalDetails" },
  applicant: { text: "Say who applies to the court.", section: "courtApplication" },
  solicitor: { text: "Enter the solicitor, or say that there is none.", section: "courtApplication" },
  returnTo: { text: "Choose where the finished form should go.", section: "courtApplication" },
  decisions: { text: "Write down each decision, one on each line.", section: "courtApplication" },
  order: { text: "Choose the order, and say how it helps the person.", section: "courtApplication" },
  steps: {
    text: "Say what may help: the best time of day, a quiet place, hearing aids, pictures, somebody they trust, an interpreter. If nothing helps, say why.",
    section: "courtApplication",
  },
  circumstances: {
    text: "Write about income, savings, bills, who manages the money today, and existing powers.",
    section: "courtApplication",
  },
};

const ADDRESS = ["AddressLine1", "TownCity", "Postcode"];

/** The questions of an item's section that the form wants answered; of an item not named here one text is enough. */
function questionsOf(read: Read): Partial<Record<PartAKey, string[]>> {
  const own = (name: string) => answer(read, "courtApplication", name);
  const isOther = own("isReferrerApplicant") === "No";
  const order = read("courtApplication")["orderSought"];
  return {
    person: ["firstName", "lastName", "dob", "addressLine1", "townCity", "postcode"],
    applicant: [
      ...(isOther ? ["applicantFirstName", "applicantLastName", "applicantRelationship"] : []),
      ...ADDRESS.map((part) => `applicant${part}`),
    ],
    solicitor: [
      "hasSolicitor",
      ...(own("hasSolicitor") === "Yes" ? ["solicitorName", "solicitorAddress"] : []),
    ],
    returnTo: ["returnTo", ...(read("courtApplication")["returnTo"] === "other" ? ["returnAddress"] : [])],
    order: [
      "orderSought",
      ...(Array.isArray(order) && order.includes("Other") ? ["orderSoughtOther"] : []),
      "orderBenefit",
    ],
    circumstances: [
      "incomeSummary",
      "savingsSummary",
      "outgoingsSummary",
      "whoManagesMoneyNow",
      "existingPowers",
    ],
  };
}

const labelOf = (section: SectionKey, name: string) =>
  sectionFields(section).find((field) => field.name === name)?.label ?? name;

/**
 * Draft answers for Part A of form COP3, from saved answers alone. The court's parties read this form, so answers about
 * risk and pressure (`riskAssessments`, `careRisks`, `assessorOnly`, the gift's and the money's background), the way in
 * (`accessDetails`, and `specialRequirements`, whose hint asked for it in earlier releases), the NHS number, ethnic
 * group, religion and the next of kin's phone are never part of it.  */
export function draftPartA(booking: PartABooking, read: Read) {
  const name = personName(read);
  const dateOfBirth = answer(read, "personalDetails", "dob");
  const written = writtenDecisions(read);
  const decisions = written.length > 0 ? written : suggestedDecisions(read, booking);
  const hasSolicitor = answer(read, "courtApplication", "hasSolicitor");
  const order = read("courtApplication")["orderSought"];
  const texts: Record<PartAKey, LabelledText[]> = {
    person: [
      ...one("Name", name),
      ...one("Date of birth", dateOfBirth),
      ...one(
        "Address",
        address(read, "personalDetails", ["addressLine1", "addressLine2", "townCity", "county", "postcode"]),
      ),
      ...labelled(read, "personalDetails", ["phone", "email"]),
    ],
    applicant: applicantTexts(read, booking),
    solicitor:
      hasSolicitor === "No" ? one(null, "No solicitor acts.") : labelled(read, "courtApplication", SOLICITOR),
    returnTo: one(
      null,
      answer(read, "courtApplication", "returnAddress") || answer(read, "courtApplication", "returnTo"),
    ),
    decisions: decisions.map((text, index) => ({ label: `Decision ${index + 1}`, text })),
    order: [
      ...(Array.isArray(order) ? one("Order", joined(order as string[], "; ")) : []),
      ...labelled(read, "courtApplication", ["orderSoughtOther", "orderBenefit"]),
    ],
    steps: stepsTexts(read),
    circumstances: circumstancesTexts(read),
  };
  const items = COP3_EDITION.items.map(({ key, number, title, boxCharacters }) => {
    const parts = texts[key];
    const copy = parts.map(({ label, text }) => (label ? `${label}: ${text}` : text)).join("\n");
    const { text: help, section } = HELP[key];
    const asked = questionsOf(read)[key];
    const missing = asked
      ? asked.filter((question) => answer(read, section, question) === "").map((one) => labelOf(section, one))
      : parts.length === 0
        ? [title]
        : [];
    return {
      key,
      number,
      title,
      copy,
      help,
      section,
      texts: parts,
      needsContinuation: copy.length > boxCharacters,
      /** Nobody wrote this answer: it follows from the booked assessments. */
      isSuggested: key === "decisions" && written.length === 0,
      /** Labels of the questions that the form asks here and that have no answer. */
      missing,
    };
  });
  const applicant = texts.applicant.find(({ label }) => label === "Name")?.text ?? "";
  // Each continuation sheet carries these names, by the rule of the form.
  return { items, identifiers: { applicant, person: name, dateOfBirth } };
}
