import { GENDERS, TITLES } from "#app/features/booking/fields/reference-lists.ts";
import {
  countryCode,
  date,
  email,
  flag,
  group,
  optionalGroup,
  longText,
  nhsNumber,
  otherPhone,
  phone,
  postcode,
  radio,
  select,
  text,
  type Section,
} from "#app/kit/sections/fields.ts";

export const personalDetails = {
  key: "personalDetails",
  slug: "personal-details",
  title: "Personal Details",
  lead: "About the person who will be assessed. We filled in what the booking already told us: please check it.",
  groups: [
    group("The person to be assessed", [
      select("title", "Title", { need: "required", options: TITLES }),
      text("firstName", "First name", { need: "required" }),
      text("middleName", "Middle name", { need: "optional" }),
      text("lastName", "Last name", { need: "required" }),
      text("preferredName", "Preferred name", {
        need: "optional",
        hint: "What the person likes to be called.",
      }),
      date("dob", "Date of birth", { need: "required", hint: "For example, 27 3 1941." }),
      radio("gender", "Gender", {
        need: "required",
        options: GENDERS,
        reveals: {
          when: { kind: "is", value: "Other" },
          fields: [text("genderOther", "How the person describes their gender", { need: "optional" })],
        },
      }),
      nhsNumber("nhsNumber", "NHS number", {
        need: "optional",
        hint: "10 digits, for example 943 476 5919. It is on letters from the hospital or the GP.",
      }),
    ]),
    group("Address and contact", [
      text("addressLine1", "Address line 1", { need: "required" }),
      text("addressLine2", "Address line 2", { need: "optional" }),
      text("townCity", "Town or city", { need: "required" }),
      text("county", "County", { need: "optional" }),
      postcode("postcode", "Postcode", { need: "required" }),
      countryCode("countryCode", "Country code", { need: "optional", startsAs: "+44" }),
      phone("phone", "Phone number", {
        need: "required",
        country: "countryCode",
        hint: "A number on which the person, or somebody beside them, can be reached.",
      }),
      email("email", "Email", { need: "optional" }),
    ]),
    optionalGroup("Background", [
      select("maritalStatus", "Marital status", {
        options: [
          "Single",
          "Married",
          "Civil Partnership",
          "Divorced",
          "Widowed",
          "Separated",
          "Prefer not to say",
        ],
      }),
      select("livingArrangements", "Living arrangements", {
        options: ["Alone", "With partner", "With family", "Care home", "Supported living", "Other"],
      }),
      text("occupation", "Occupation", { hint: "Present or former." }),
      select("ethnicGroup", "Ethnic group", {
        options: [
          "White British",
          "White Irish",
          "White Other",
          "Mixed",
          "Asian/Asian British",
          "Black/African/Caribbean/Black British",
          "Other",
          "Prefer not to say",
        ],
      }),
      select("religion", "Religion", {
        options: [
          "No religion",
          "Christian",
          "Muslim",
          "Hindu",
          "Sikh",
          "Jewish",
          "Buddhist",
          "Other",
          "Prefer not to say",
        ],
      }),
      text("language", "Language", {
        startsAs: "English",
        hint: "The language in which the person explains themselves best.",
      }),
      flag("interpreterNeeded", "An interpreter is needed"),
    ]),
    group("Next of kin", [
      text("nextOfKinName", "Next of kin’s full name", { need: "required" }),
      text("nextOfKinRelationship", "Relationship to the person", {
        need: "required",
        hint: "For example, daughter.",
      }),
      countryCode("nextOfKinCountryCode", "Next of kin’s country code", {
        need: "optional",
        startsAs: "+44",
      }),
      phone("nextOfKinPhone", "Next of kin’s phone number", {
        need: "required",
        country: "nextOfKinCountryCode",
      }),
      longText("nextOfKinAddress", "Next of kin’s address", { need: "optional", hint: "With the postcode." }),
    ]),
    optionalGroup("GP", [
      text("gpName", "Name of the GP"),
      text("gpPractice", "GP practice"),
      longText("gpAddress", "Address of the practice", { hint: "With the postcode." }),
      otherPhone("gpPhone", "Phone number of the practice"),
    ]),
  ],
} as const satisfies Section;
