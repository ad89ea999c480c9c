const NAMES_RETURN = /[?&]redirectTo=/;

/** The sign-in address of an answer that leads to signing in and then back to the form's page: the session has ended,
 * and nothing was done. Null on the way through the sign-in pages, whose own `address` names it. */
export function signInFirst(answer: unknown, address: string): string | null {
  const location = answer instanceof Response ? answer.headers.get("Location") : null;
  return location && NAMES_RETURN.test(location) && !NAMES_RETURN.test(address) ? location : null;
}

export const SIGNED_OUT = {
  heading: "Your session has ended",
  message: "Please sign in in another tab, then come back and press the button.",
};

export const KEPT = "Nothing you typed is lost: it is kept on this page.";

export const UPLOAD_SIGNED_OUT = "Nothing was uploaded. Please sign in in another tab, then upload it again.";
