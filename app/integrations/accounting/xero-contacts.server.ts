import type { Contact } from "xero-node";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import type { InvoiceRequest } from "./accounting.ts";
import { XeroCallError, type XeroCalls } from "./xero-calls.server.ts";
import { keyFor, quoted, TENANT } from "./xero-request.ts";

async function findContact(xero: XeroCalls, email: string, signal?: AbortSignal): Promise<string | null> {
  const where = `EmailAddress==${quoted(email)}`;
  const body = await xero.call((api) => api.getContacts(TENANT, undefined, where), signal);
  return body.contacts?.find((contact) => contact.contactID)?.contactID ?? null;
}

async function makeContact(
  xero: XeroCalls,
  contact: Contact,
  key: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const body = await xero.call(
    (api) => api.createContacts(TENANT, { contacts: [contact] }, true, key),
    signal,
  );
  return body.contacts?.[0]?.contactID ?? null;
}

/** The id of the contact with this e-mail address, made if needed. Xero's contact names are unique: a second person of
 * the same name gets the address in the name. */
export async function findOrMakeContact(
  xero: XeroCalls,
  request: InvoiceRequest,
  signal?: AbortSignal,
): Promise<string> {
  const { name, email } = request.contact;
  const found = await findContact(xero, email, signal);
  if (found) return found;
  const make = (fullName: string, purpose: string) =>
    makeContact(xero, { name: fullName, emailAddress: email }, keyFor(request, purpose), signal);
  const made = await make(name, "contact").catch(async (error: unknown) => {
    const isNamesake =
      error instanceof XeroCallError &&
      error.failure.status === 400 &&
      error.failure.messages.some((message) => /already|unique/i.test(message));
    if (!isNamesake) throw error;
    return (await findContact(xero, email, signal)) ?? (await make(`${name} (${email})`, "namesake"));
  });
  if (!made) throw new DeliveryError("Xero gave no contact back.", { isPermanent: false });
  return made;
}
