import { cleanLine } from "#app/platform/clean-line.ts";

const MAX_EMAIL_LENGTH = 254;

const INVALID = { message: "Please enter a valid email address." };

const TYPOS_OF: Readonly<Record<string, string>> = {
  "gmail.com":
    "gmial.com gmai.com gmal.com gmil.com gamil.com gnail.com gmaill.com gmailc.com gmail.co gmail.con gmail.cm gmail.om gmail.cim gmail.vom gmail.comm gmail.co.uk gmaul.com gmaik.com ggmail.com googlemail.co googlemail.con",
  "yahoo.com":
    "yaho.com yahooo.com yhoo.com yaoo.com yahho.com yahoo.co yahoo.con yahoo.cm yahoo.om yhaoo.com yajoo.com",
  "yahoo.co.uk": "yaho.co.uk yahooo.co.uk yhoo.co.uk yahoo.couk yahoo.co.k yahoo.uk yahoo.cok",
  "hotmail.com":
    "hotmial.com hotmal.com hotmai.com hotmil.com hotmaill.com hormail.com hotmail.co hotmail.con hotmail.cm hotmail.om hitmail.com homail.com htmail.com hotamil.com",
  "hotmail.co.uk":
    "hotmial.co.uk hotmal.co.uk hotmil.co.uk hotmail.couk hotmail.co.k hotmail.uk hotmai.co.uk",
  "outlook.com":
    "outlok.com outloo.com outlool.com outlook.co outlook.con outlook.cm outllook.com outook.com oulook.com otlook.com",
  "live.com": "live.co live.con live.cm",
  "live.co.uk": "live.couk live.co.k",
  "aol.com": "aol.co aol.con aol.cm",
  "icloud.com": "icloud.co icloud.con iclould.com iclod.com icoud.com",
  "btinternet.com": "btinternet.co btinternet.con btintenet.com btinternt.com",
};

const DOMAIN_TYPOS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(TYPOS_OF).flatMap(([domain, typos]) => typos.split(" ").map((typo) => [typo, domain])),
);

type EmailProblem = { message: string; suggestion?: string };

const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** True when the person kept exactly this address although its domain looks misspelt; programs say so with `true`. */
export function isEmailKept(email: string, kept: string): boolean {
  const wanted = kept.toLowerCase();
  return wanted === "true" || wanted === email.toLowerCase();
}

/** The first problem of an address, or null. `isTypoAllowed`: the person pressed "keep my address", because a known
 * typo may be a real domain. */
export function checkEmail(typed: string, { isTypoAllowed = false } = {}): EmailProblem | null {
  const email = cleanLine(typed).trim();
  if (email === "") return { message: "Email address is required" };
  if (email.length > MAX_EMAIL_LENGTH) return INVALID;
  if (!email.includes("@")) return { message: "Email address must include an @ symbol" };
  const [localPart = "", domain = "", ...rest] = email.split("@");
  if (rest.length > 0) return { message: "Email address should only contain one @ symbol" };
  if (localPart === "") return { message: "Email address needs text before the @ symbol" };
  if (domain === "")
    return { message: "Email address needs a domain after the @ symbol (e.g., example.com)" };
  const labels = domain.split(".");
  if (labels.length < 2) return { message: "Email domain must include a dot (e.g., example.com)" };
  if (labels.at(-1)!.length < 2)
    return { message: "Email domain extension is too short (e.g., .com, .co.uk)" };
  if (/\s/.test(email)) return { message: "Email address cannot contain spaces" };
  const meant = DOMAIN_TYPOS[domain.toLowerCase()];
  if (meant && !isTypoAllowed)
    return { message: "Possible typo detected in email domain", suggestion: `${localPart}@${meant}` };
  const isValid =
    LOCAL_PART.test(localPart) &&
    labels.every((label) => DOMAIN_LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1)!);
  return isValid ? null : INVALID;
}
