import type { Deps } from "#app/deps.server.ts";
import { EXPLANATIONS } from "#app/features/catalogue/explanations.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { clientName, referrerName } from "#app/features/booking/record/booking-summary.ts";
import { readBooking, type BookingReadModel } from "#app/features/booking/record/queries.server.ts";
import { knownDecisions } from "#app/features/referral/cop3/decisions.ts";
import { readReferral } from "#app/features/referral/queries.server.ts";
import { answersAsTyped } from "#app/features/referral/sections/answers.ts";
import {
  answer,
  joined,
  labelled,
  personName,
  type LabelledText,
  type Read,
} from "#app/features/referral/sections/labelled-answers.ts";
import { DEFAULT_COUNTRY_CODE } from "#app/platform/phone-number.ts";
import { findNeeds } from "./known-needs.server.ts";
import { needsOf } from "./needs.ts";

/** Somebody to reach about a visit. `number` is as it was typed; null without one. */
export type Contact = { role: string; name: string; phone: { number: string; countryCode: string } | null };

type Typed = string | null | undefined;

const contact = (role: string, name: string, number: Typed, countryCode?: Typed): Contact => ({
  role,
  name,
  phone: number ? { number, countryCode: countryCode || DEFAULT_COUNTRY_CODE } : null,
});

function contactsOf(read: Read, booking: BookingReadModel): Contact[] {
  const own = (name: string) => answer(read, "personalDetails", name);
  const court = (name: string) => answer(read, "courtApplication", name);
  const lawyer = answer(read, "decision", "decisionLawyer");
  const relationship = booking.referrerRelationship?.toLowerCase() ?? "";
  const referrer = joined([referrerName(booking), booking.referrerOrganization ?? ""], ", ");
  const kin = own("nextOfKinRelationship").toLowerCase();
  const solicitor = joined([court("solicitorName"), court("solicitorFirm")], ", ") || lawyer;
  const typed = [booking.referrerPhoneAsTyped, booking.referrerCountryCode] as const;
  return [
    contact("Client", personName(read) || clientName(booking), own("phone"), own("countryCode")),
    contact(joined(["Referrer", relationship], ", "), referrer, ...typed),
    contact(
      joined(["Next of kin", kin], ", "),
      ...([own("nextOfKinName"), own("nextOfKinPhone"), own("nextOfKinCountryCode")] as const),
    ),
    contact("GP", joined([own("gpName"), own("gpPractice")], ", "), own("gpPhone")),
    contact("Solicitor", solicitor, court("solicitorPhone")),
  ].filter(({ name, phone }) => name !== "" || phone !== null);
}

const NO_TEST = "The test depends on the decision. See the referral.";

const KNOWN_TESTS: Readonly<Record<string, (typeof EXPLANATIONS)[keyof typeof EXPLANATIONS]>> = EXPLANATIONS;

/** Each legal test of the booked assessments, with the relevant information; equal ones are named once. */
function testsOf(assessments: readonly { id: string; name: string }[]) {
  const tests = assessments.map(({ id, name }) => {
    const known = id === "other" ? undefined : KNOWN_TESTS[id];
    return { name, test: known?.test ?? NO_TEST, information: [...(known?.needsToHear ?? [])] };
  });
  const same = Map.groupBy(tests, ({ test, information }) => JSON.stringify([test, information]));
  return [...same.values()].map((group) => ({
    ...group[0]!,
    name: group.map(({ name }) => name).join("; "),
  }));
}

const inSection = (read: Read, ...parts: [Parameters<typeof labelled>[1], string[]][]): LabelledText[] =>
  parts.flatMap(([section, names]) => labelled(read, section, names));

/** The person of a booking as the referral knows them, for the assessor who visits. Sensitive throughout: callers have
 * checked the right to it. */
export async function readPersonFile(deps: Pick<Deps, "db" | "secrets" | "clock">, row: BookingRow) {
  const referral = await readReferral(deps, row);
  const booking = await readBooking(deps, row);
  const read: Read = (section) => answersAsTyped(section, referral.section(section).answers);
  const assessments = booking.calculatedPricing.assessmentPrices;
  const { read: needsRead, earlier } = await findNeeds(deps, row, read);
  const risks = inSection(
    read,
    ["communicationAids", ["riskAssessments", "allergies"]],
    ["healthWelfare", ["careRisks"]],
    ["courtApplication", ["assessorOnly"]],
  );
  return {
    client: personName(read) || clientName(booking),
    preferredName: answer(read, "personalDetails", "preferredName"),
    dateOfBirth: answer(read, "personalDetails", "dob"),
    assessments: assessments.map(({ name }) => name),
    needs: needsOf(needsRead),
    /** The reference of another booking, when the needs are from there. */
    earlier,
    decisions: knownDecisions(read, { otherDetails: booking.otherAssessmentDetails, assessments }),
    tests: testsOf(assessments),
    risks,
    access: inSection(read, [
      "communicationAids",
      [
        "accessDetails",
        "requiresWheelchairAccess",
        "mobilityAids",
        "mobilityAidDetails",
        "physicalDisabilityDetails",
        "specialRequirements",
      ],
    ]).filter(({ text }) => text !== "No" && text !== "None"),
    seen: inSection(
      read,
      [
        "propertyFinance",
        [
          "understandingOfDecision",
          "understandingDetails",
          "abilityToRetainInfo",
          "abilityToWeighInfo",
          "abilityCommunicateDecision",
        ],
      ],
      ["healthWelfare", ["situationSummary", "residenceDecisions"]],
      ["testamentary", ["clientWishes", "willAmendments"]],
      ["litigate", ["caseDetails", "decisionsRequired"]],
      ["gift", ["situationSummary", "giftExtent"]],
      ["decision", ["decisionOptions", "decisionInterests", "decisionViews"]],
      ["courtApplication", ["personViews", "otherViews"]],
    ),
    health: inSection(
      read,
      [
        "propertyFinance",
        ["diagnosedConditions", "currentMedications", "fluctuatingCapacity", "fluctuationDetails"],
      ],
      ["healthWelfare", ["healthConditions", "medicationList", "medicalTreatment"]],
      ["litigate", ["impairmentDetails", "diagnosisTimeline"]],
    ),
    support: inSection(
      read,
      ["healthWelfare", ["decisionSupport"]],
      ["courtApplication", ["stepsToHelp", "stepsTried"]],
      ["decision", ["decisionExplained"]],
    ),
    powers: inSection(
      read,
      ["courtApplication", ["existingPowers", "reportFor", "hearingOn", "deadlineOn"]],
      ["decision", ["decisionDeadline"]],
      ["propertyFinance", ["urgencyReason", "supportingDocuments"]],
    ),
    contacts: contactsOf(read, booking),
    isReferralSubmitted: referral.submittedAt !== null,
  };
}
