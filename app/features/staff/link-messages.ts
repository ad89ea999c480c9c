/** SPEC section 5, "Send link": title and text of each refusal. */
export const SEND_LINK_MESSAGES = {
  noAssessments: {
    title: "No assessments selected",
    text: "Please select at least one assessment to generate a booking link",
  },
  noEmail: { title: "Email required", text: "Please enter the customer's email address" },
  noLink: { title: "No link generated", text: "Please generate a booking link first" },
} as const;

/** SPEC section 8. */
export const EMAIL_FAILED = {
  title: "Email failed",
  text: "Unable to send email. Please try again.",
} as const;

/** Asks before a link goes to a domain that is known as a slip of the keys. */
export function mistypedDomain(suggestion: string) {
  return {
    title: "Possible typo detected in email domain",
    text: `Nothing was sent yet. Did you mean ${suggestion}?`,
  };
}
