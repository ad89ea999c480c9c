/** Prices are pence and include VAT. */

export type AssessmentId =
  | "property-finance"
  | "health-welfare"
  | "capacity-will"
  | "capacity-litigate"
  | "lpa-property-affairs"
  | "lpa-health-welfare"
  | "capacity-gift"
  | "capacity-sell-property"
  | "capacity-buy-property"
  | "other";

export type Assessment = {
  id: AssessmentId;
  name: string;
  description: string;
  /** Null only for price on request. */
  faceToFacePence: number | null;
  /** Null where it is face-to-face only, and for price on request. */
  virtualPence: number | null;
  hasVirtual: boolean;
  /** Only Other: its price is agreed later. */
  isPriceOnRequest: boolean;
};

function priced(
  id: AssessmentId,
  name: string,
  faceToFacePence: number,
  virtualPence: number | null,
  description: string,
): Assessment {
  return {
    id,
    name,
    description,
    faceToFacePence,
    virtualPence,
    hasVirtual: virtualPence !== null,
    isPriceOnRequest: false,
  };
}

export const ASSESSMENTS: readonly Assessment[] = [
  priced(
    "property-finance",
    "Property and Finance Capacity Assessment",
    59500,
    49800,
    "Whether the person can manage their money and property: bank accounts, bills, benefits, savings and their home. Often needed for an application to the Court of Protection.",
  ),
  priced(
    "health-welfare",
    "Health and Welfare Capacity Assessment",
    59500,
    49800,
    "Whether the person can make decisions about their care, their medical treatment, and where they live.",
  ),
  priced(
    "capacity-will",
    "Capacity to Make a Will",
    59500,
    49800,
    "Whether the person understands what a will does, what they own, and who might expect to benefit, so that a will can be made or changed.",
  ),
  priced(
    "capacity-litigate",
    "Capacity to Litigate Assessment",
    67200,
    59500,
    "Whether the person can take part in court proceedings: understand advice, weigh it up, and give instructions to a solicitor.",
  ),
  priced(
    "lpa-property-affairs",
    "Lasting Power of Attorney Capacity Assessment (Property and Affairs)",
    67200,
    null,
    "Whether the person can choose somebody to look after their money and property for them, and understands what that power allows.",
  ),
  priced(
    "lpa-health-welfare",
    "Lasting Power of Attorney Capacity Assessment (Health and Welfare)",
    67200,
    null,
    "Whether the person can choose somebody to make decisions about their health and care for them, and understands what that power allows.",
  ),
  priced(
    "capacity-gift",
    "Capacity to Make a Gift",
    67200,
    null,
    "Whether the person understands the gift or loan they wish to make, and what it means for their own future.",
  ),
  priced(
    "capacity-sell-property",
    "Capacity to Sell Property",
    67200,
    null,
    "Whether the person understands the sale of their home or other property, its price, and where they would live afterwards.",
  ),
  priced(
    "capacity-buy-property",
    "Capacity to Buy Property",
    67200,
    null,
    "Whether the person understands the purchase of a property, its cost, and the duties that come with owning it.",
  ),
  {
    id: "other",
    name: "Other",
    description:
      "Another decision, or something you are unsure about. Tell us in a few words what is needed, and we will agree a price with you first.",
    faceToFacePence: null,
    virtualPence: null,
    hasVirtual: true,
    isPriceOnRequest: true,
  },
];

export function findAssessment(id: string): Assessment | undefined {
  return ASSESSMENTS.find((assessment) => assessment.id === id);
}

function findAssessmentByName(name: string): Assessment | undefined {
  return ASSESSMENTS.find((assessment) => assessment.name === name);
}

/** Sorts ids or names into known assessments, each once in catalogue order, and unknown entries. */
export function readAssessments(idsOrNames: readonly string[]): { ids: AssessmentId[]; unknown: string[] } {
  const wanted = idsOrNames.map((entry) => entry.trim()).filter((entry) => entry !== "");
  const find = (entry: string) => findAssessment(entry) ?? findAssessmentByName(entry);
  const found = new Set(wanted.map((entry) => find(entry)?.id));
  return {
    ids: ASSESSMENTS.map((assessment) => assessment.id).filter((id) => found.has(id)),
    unknown: wanted.filter((entry) => !find(entry)),
  };
}

/** True when the assessment is offered in this mode. */
export function isAvailable(id: AssessmentId, isVirtual: boolean): boolean {
  return !isVirtual || (findAssessment(id)?.hasVirtual ?? false);
}
