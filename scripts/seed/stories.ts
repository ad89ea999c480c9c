import type { BookingStatus } from "#app/features/booking/fields/status.ts";
import { addDays, isWeekend, type IsoDate } from "#app/platform/dates.ts";
import type { Random } from "./random.ts";

/** All names and places of work are invented. */

export type Story = {
  /** Days ago, and hour (UTC). */
  daysAgo: number;
  hour: number;
  status: BookingStatus;
  /** The form as posted. */
  form: Record<string, unknown>;
  referral: "none" | "begun" | "half" | "full";
  utm: Record<string, string>;
};

type Sex = "woman" | "man";

const FIRST_NAMES: Record<Sex, string[]> = {
  woman: "Amara Bethan Deepa Eleanor Grace Imogen Kirsty Mary Nadia Priya Sadia Zoe".split(" "),
  man: "Callum Fergus Hassan Jacob Liam Owen Rhys Tomasz Victor Yusuf".split(" "),
};
const LAST_NAMES =
  "Achebe Barrowclough Chaudhry Davies Ellery Fairweather Griffiths Holloway Iqbal Jessop Kowalski Lambert MacLeod Nightingale Okafor Pemberton Quayle Rosenthal Sutcliffe Thornbury".split(
    " ",
  );
const OLDER_NAMES: Record<Sex, string[]> = {
  woman: "Doris Edna Margaret Gwendolyn Sheila Ursula Winifred".split(" "),
  man: "Arthur Harold Stanley Reginald Bernard".split(" "),
};
/** Towns and their postcode letters. */
const PLACES = [
  ["Leeds", "LS"],
  ["York", "YO"],
  ["Cardiff", "CF"],
  ["Bristol", "BS"],
  ["Norwich", "NR"],
  ["Sheffield", "S"],
  ["Exeter", "EX"],
  ["Nottingham", "NG"],
  ["Brighton", "BN"],
  ["Newcastle upon Tyne", "NE"],
  ["Lincoln", "LN"],
  ["Chester", "CH"],
  ["Reading", "RG"],
] as const;

type Referrer = {
  relationship: string;
  sex?: Sex;
  organisation?: string[];
  capacity?: string;
  role?: string;
};

const REFERRERS: Referrer[] = [
  { relationship: "Daughter", sex: "woman" },
  { relationship: "Son", sex: "man" },
  { relationship: "Spouse/Partner" },
  { relationship: "Sibling" },
  { relationship: "Niece", sex: "woman" },
  { relationship: "Friend" },
  {
    relationship: "Solicitor",
    organisation: ["Fenwick Hale Solicitors", "Orchard Street Law", "Marlowe & Quill LLP"],
  },
  { relationship: "Solicitor", organisation: ["Bridgegate Legal", "Ashdown Private Client"] },
  { relationship: "Paralegal", organisation: ["Orchard Street Law", "Bridgegate Legal"] },
  { relationship: "Social Worker", organisation: ["Westmere Council", "Northvale Council"] },
  { relationship: "Local Authority", organisation: ["Westmere Council"] },
  { relationship: "Healthcare Professional", organisation: ["Larch Lane Surgery", "St Oswin's Hospital"] },
  {
    relationship: "Deputy",
    capacity: "Professional capacity",
    organisation: ["Kestrel Deputyship Services"],
  },
  { relationship: "Power of Attorney", capacity: "Family, friend or neutral party" },
  { relationship: "Carer", capacity: "Family, friend or neutral party" },
  { relationship: "Other", role: "Care home manager", organisation: ["The Willows Care Home"] },
];

const FACE_TO_FACE = [
  ["Property and Finance Capacity Assessment"],
  ["Health and Welfare Capacity Assessment"],
  ["Property and Finance Capacity Assessment", "Health and Welfare Capacity Assessment"],
  ["Capacity to Make a Will"],
  ["Capacity to Make a Will", "Lasting Power of Attorney Capacity Assessment (Property and Affairs)"],
  [
    "Lasting Power of Attorney Capacity Assessment (Property and Affairs)",
    "Lasting Power of Attorney Capacity Assessment (Health and Welfare)",
  ],
  ["Capacity to Litigate Assessment"],
  ["Capacity to Make a Gift"],
  ["Capacity to Sell Property", "Property and Finance Capacity Assessment", "Capacity to Make a Gift"],
  ["Other"],
];
const VIRTUAL = [
  ["Property and Finance Capacity Assessment"],
  ["Health and Welfare Capacity Assessment", "Capacity to Make a Will"],
  ["Capacity to Litigate Assessment"],
];
const SOURCES: Record<string, string>[] = [
  {},
  {},
  { utm_source: "newsletter", utm_medium: "email" },
  { utm_source: "google", utm_medium: "cpc" },
];

/** Days before today of bookings that were called off, in `DAYS_AGO` of `seed-database.ts`. */
const CANCELLED_DAYS_AGO = [104, 73, 44, 20, 9];

function usualStatus(daysAgo: number, random: Random): BookingStatus {
  if (CANCELLED_DAYS_AGO.includes(daysAgo)) return "cancelled";
  if (daysAgo > 45) return random.chance(0.85) ? "completed" : "confirmed";
  if (daysAgo > 6) return random.chance(0.9) ? "confirmed" : "pending";
  return random.chance(0.8) ? "pending" : "confirmed";
}

function preferredDay(madeOn: IsoDate, allowWeekends: boolean, random: Random): IsoDate {
  let day = addDays(madeOn, random.between(8, 35));
  while (isWeekend(day) && !allowWeekends) day = addDays(day, 1);
  return day;
}

const pickSex = (random: Random): Sex => (random.chance(0.5) ? "woman" : "man");

function referrerForm(random: Random): Record<string, unknown> {
  const referrer = random.pick(REFERRERS);
  const first = random.pick(FIRST_NAMES[referrer.sex ?? pickSex(random)]);
  const last = random.pick(LAST_NAMES);
  return {
    referrerFirstName: first,
    referrerLastName: last,
    referrerEmail: `${first}.${last}@example.org`.toLowerCase(),
    referrerPhone: `07700 900${random.between(100, 999)}`,
    referrerRelationship: referrer.relationship,
    referrerProfessionalCapacity: referrer.capacity,
    referrerCustomRole: referrer.role,
    referrerOrganisation: referrer.organisation && random.pick(referrer.organisation),
  };
}

type Place = { town: string; postcode: string };

function pickPlace(random: Random): Place {
  const [town, area] = random.pick(PLACES);
  const inward = `${random.between(1, 9)}${random.pick(["AB", "DH", "LN", "QT"])}`;
  return { town, postcode: `${area}${random.between(1, 9)} ${inward}` };
}

/** The person to be assessed; unknown in one booking of five. */
function clientForm({ town, postcode }: Place, random: Random): Record<string, unknown> {
  if (random.chance(0.2)) return {};
  const sex = pickSex(random);
  return {
    clientTitle: sex === "woman" ? "Mrs" : "Mr",
    clientFirstName: random.pick(OLDER_NAMES[sex]),
    clientLastName: random.pick(LAST_NAMES),
    clientGender: sex === "woman" ? "Female" : "Male",
    clientDob: `19${random.between(28, 58)}-0${random.between(1, 9)}-${random.between(10, 28)}`,
    clientPhone: random.chance(0.5) ? `01632 960${random.between(100, 999)}` : undefined,
    clientAddressLine1: `${random.between(2, 90)} Orchard Road`,
    clientTownCity: town,
    clientPostcode: postcode,
  };
}

/** Most assessments of the past are done; a few wait for somebody to say so. */
function statusOn(today: IsoDate, status: BookingStatus, day: IsoDate | undefined, random: Random) {
  const isOver = status === "confirmed" && day !== undefined && day < today;
  return isOver && random.chance(0.9) ? "completed" : status;
}

export function tellStory(daysAgo: number, today: IsoDate, random: Random): Story {
  const isVirtual = random.chance(0.3);
  const allowWeekends = random.chance(0.35);
  const assessments = random.pick(isVirtual ? VIRTUAL : FACE_TO_FACE);
  const place = pickPlace(random);
  const usual = usualStatus(daysAgo, random);
  const hasDate = usual === "confirmed" || usual === "completed" || random.chance(0.7);
  const preferredDate = hasDate ? preferredDay(addDays(today, -daysAgo), allowWeekends, random) : undefined;
  const status = statusOn(today, usual, preferredDate, random);
  return {
    daysAgo,
    hour: random.between(7, 20),
    status,
    referral: random.pick(daysAgo > 20 ? ["full", "full", "half", "none"] : ["none", "begun", "half"]),
    utm: random.pick(SOURCES),
    form: {
      ...referrerForm(random),
      ...clientForm(place, random),
      showVirtualPricing: isVirtual,
      selectedAssessments: assessments,
      otherAssessmentDetails: assessments.includes("Other")
        ? "Capacity to decide about marriage."
        : undefined,
      assessmentLocation: isVirtual ? undefined : random.pick([place.town, place.postcode]),
      preferredDate,
      // Kept for private persons alone, who may cancel for 14 days.
      startRequested: preferredDate !== undefined && preferredDate <= addDays(today, 14 - daysAgo),
      allowWeekends,
      preferEarlierDate: random.chance(0.2),
      paymentMethod: random.chance(0.4) ? "pay-now" : "pay-later",
      consentEmail: true,
      consentWhatsApp: random.chance(0.4),
      consentUpdates: random.chance(0.3),
      consentPrivacyPolicy: true,
    },
  };
}
