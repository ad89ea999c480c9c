import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { FIELDS, type Declared } from "#app/features/booking/fields/fields.ts";
import { foldText } from "#app/platform/fold-text.ts";

/** The columns of a list of referrals, each declared once: template, reading, checking and the file that goes back
 * follow. Not sent to the browser. The fields are those of the booking, or a question of its referral form. */
type ColumnField = keyof typeof FIELDS | `communicationAids.${string}` | "courtApplication.deadlineOn";

/** `also`: headings that mean the same, without case, spaces and signs. */
type Row = [name: string, field: ColumnField, meaning: string, example: string, also?: string];

const ROWS: readonly Row[] = [
  ["Matter reference", "matterReference", "Your own reference, for the invoice", "HART-0042", "matter ref"],
  ["PO number", "poNumber", "Your purchase order, for the invoice", "PO 881204", "po purchaseorder"],
  ["Assessments", "selectedAssessments", "", "Capacity to Make a Will", "assessment decision decisions"],
  ["Other decision", "otherAssessmentDetails", "With Other: what is needed, in 100 words at most", ""],
  ["Mode", "showVirtualPricing", "Face-to-face or virtual; empty for face-to-face", "Face-to-face"],
  ["Title", "clientTitle", "Of the person to be assessed", "Mrs"],
  ["First name", "clientFirstName", "Of the person to be assessed", "Example", "forename givenname"],
  ["Last name", "clientLastName", "Of the person to be assessed", "Person", "surname familyname"],
  ["Date of birth", "clientDob", "Day, month and year with four digits", "27/03/1942", "dob"],
  [
    "Phone",
    "clientPhone",
    "Of the person; format the column as text",
    "020 7946 0123",
    "phonenumber telephone",
  ],
  ["Address", "clientAddressLine1", "House and street where the person lives", "4 Elm Road", "addressline1"],
  ["Town or city", "clientTownCity", "Where the person lives", "Reading", "town city"],
  ["Postcode", "clientPostcode", "Where the person lives", "RG1 1AA"],
  [
    "Place of the visit",
    "assessmentLocation",
    "Town, city or postcode; empty for the person’s",
    "",
    "location",
  ],
  [
    "Contact on site",
    "communicationAids.siteContactPhone",
    "Mobile number where the visit is",
    "07700 900123",
  ],
  ["Preferred date", "preferredDate", "Day, month and year; empty for any", "", "preferredday"],
  ["Weekends possible", "allowWeekends", "Yes or no; empty for no", "No", "weekends"],
  ["Urgent", "preferEarlierDate", "Yes or no; an earlier date may cost more", "No"],
  ["Deadline", "courtApplication.deadlineOn", "The day by which you need the report", ""],
  ["Needs", "communicationAids.communicationDetails", "How to communicate with the person", "Sit close"],
  ["Notes", "communicationAids.specialRequirements", "Anything else that we should arrange", "", "note"],
];

/** Headings are compared without case, spaces and signs. */
const folded = (heading: string) => foldText(heading).replaceAll(/[^\p{L}\p{N}]/gu, "");

const declared: Readonly<Record<string, Declared>> = FIELDS;

export const COLUMNS = ROWS.map(([name, field, meaning, example, also = ""]) => ({
  name,
  field,
  example,
  get meaning() {
    if (field !== "selectedAssessments") return meaning;
    const names = currentOffer().assessments.map((one) => one.name);
    return `One of these, or several with a semicolon between: ${names.join("; ")}`;
  },
  kind: field === "courtApplication.deadlineOn" ? "date" : declared[field]?.kind,
  keys: [folded(name), ...also.split(" ")],
}));

export type Column = (typeof COLUMNS)[number];

export const PROBLEMS = "Problems";
export const isProblems = (heading: string) => folded(heading) === folded(PROBLEMS);

/** The column of a heading; undefined for one that we do not read. */
export function columnOf(heading: string): Column | undefined {
  const key = folded(heading);
  return key === "" ? undefined : COLUMNS.find(({ keys }) => keys.includes(key));
}

/** A row of the template that somebody left in their list: the meanings, or the example. */
export function isOfTemplate(cells: readonly string[], columns: readonly (Column | undefined)[]): boolean {
  const isAs = (part: "meaning" | "example") =>
    columns.every((column, index) => !column || (cells[index] ?? "") === column[part]);
  return isAs("meaning") || isAs("example");
}
