import { noticeText } from "#app/features/catalogue/catalogue.ts";

const bodyText = () => `Hello,

I would like to request a mental capacity assessment.

REFERRER DETAILS (you)
First name:
Last name:
Email:
Phone:
Relationship to the client:
Acting in a professional capacity (yes or no):
Company or organisation (if any):

CLIENT DETAILS (the person to be assessed)
Title:
First name:
Last name:
Date of birth:
Gender:
Phone:
Address and postcode:

ASSESSMENT DETAILS
Assessments needed:
Face-to-face or virtual:
Town, city or postcode of the assessment:
Preferred date (at least ${noticeText()} from today):
Weekends possible (yes or no):
Earlier date preferred if possible (yes or no):
Pay now or pay later:

Anything else we should know:

Thank you`;

export function emailRequestLink(contactEmail: string): string {
  const subject = encodeURIComponent("Mental capacity assessment request");
  const body = encodeURIComponent(bodyText().replaceAll("\n", "\r\n"));
  return `mailto:${contactEmail}?subject=${subject}&body=${body}`;
}
