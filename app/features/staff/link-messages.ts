export const SEND_LINK_MESSAGES = {
  noAssessments: {
    title: "No assessments selected",
    text: "Please select at least one assessment to generate a booking link",
  },
  noEmail: { title: "Email required", text: "Please enter the customer's email address" },
  noLink: { title: "No link generated", text: "Please generate a booking link first" },
} as const;

export const EMAIL_FAILED = {
  title: "Email failed",
  text: "Unable to send email. Please try again.",
} as const;

/** Asks before sending to a domain that looks mistyped. */
export function mistypedDomain(suggestion: string) {
  return {
    title: "Possible typo detected in email domain",
    text: `Nothing was sent yet. Did you mean ${suggestion}?`,
  };
}
