import type { BeginOutcome } from "./begin-sign-in.server.ts";
import { CUSTOMER_MESSAGES } from "./messages.ts";

/** Why the customer login does not go on with a right password (SPEC section 8); null when it does. */
export function customerRefusal(kind: BeginOutcome["kind"]): string | null {
  if (kind === "signed-in") return null;
  if (kind === "needs-code" || kind === "needs-password") return CUSTOMER_MESSAGES.needsSetup;
  if (kind === "needs-two-factor") return CUSTOMER_MESSAGES.needsTwoFactor;
  return CUSTOMER_MESSAGES.failed;
}
