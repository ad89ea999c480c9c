import { randomUUID } from "node:crypto";
import { startHttpStandin, type Answer, type Standin, type WireRequest } from "./http-standin.ts";
import { invoiceList, payPage } from "./xero-pages.ts";

type XeroContact = { ContactID: string; Name: string; EmailAddress: string; ContactStatus: "ACTIVE" };

type XeroLine = {
  Description: string;
  Quantity: number;
  UnitAmount: number;
  AccountCode: string;
  TaxType: string;
};

export type XeroInvoice = {
  InvoiceID: string;
  InvoiceNumber: string;
  Type: string;
  Contact: { ContactID: string; Name?: string };
  Date: string;
  DueDate: string;
  LineAmountTypes: string;
  Reference: string;
  CurrencyCode: string;
  Status: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "PAID" | "VOIDED" | "DELETED";
  LineItems: XeroLine[];
  Total: number;
  AmountPaid: number;
  AmountCredited: number;
  /** `YYYY-MM-DD` */
  FullyPaidOnDate?: string;
};

export type XeroStandin = Standin & {
  clientId: string;
  clientSecret: string;
  contacts: XeroContact[];
  invoices: XeroInvoice[];
  tokenCalls(): number;
  /** Expires every token given so far. */
  expireTokens(): void;
  /** Whether a repeated `Idempotency-Key` gets the first answer, as at Xero. */
  settings: { honoursIdempotencyKeys: boolean; tokenSeconds: number };
};

/** Xero's way to write a day in JSON. */
const wireDay = (day: string) => `/Date(${Date.parse(`${day}T00:00:00Z`)}+0000)/`;

function toWire({ FullyPaidOnDate, ...invoice }: XeroInvoice) {
  const isOpen =
    invoice.Status === "AUTHORISED" || invoice.Status === "DRAFT" || invoice.Status === "SUBMITTED";
  return {
    ...invoice,
    Date: wireDay(invoice.Date),
    DateString: `${invoice.Date}T00:00:00`,
    DueDate: wireDay(invoice.DueDate),
    DueDateString: `${invoice.DueDate}T00:00:00`,
    AmountDue: isOpen ? invoice.Total - invoice.AmountPaid - invoice.AmountCredited : 0,
    ...(FullyPaidOnDate && { FullyPaidOnDate: wireDay(FullyPaidOnDate) }),
  };
}

const API = "/api.xro/2.0";

const refusal = (status: number, body: unknown): Answer => ({ status, body });

const invalid = (message: string) =>
  refusal(400, {
    ErrorNumber: 10,
    Type: "ValidationException",
    Message: "A validation exception occurred",
    Elements: [{ ValidationErrors: [{ Message: message }] }],
  });

/** Reads `Field=="value"` out of a `where` text. */
function whereValue(request: WireRequest, field: string): string | null {
  const match = new RegExp(`${field}=="((?:[^"\\\\]|\\\\.)*)"`).exec(request.query.get("where") ?? "");
  return match ? match[1]!.replace(/\\(.)/g, "$1") : null;
}

/** Xero's identity and accounting APIs in their real wire format, with unique contact names and idempotency keys. `/`
 * lists the invoices, `/pay/{id}` pays one. */
export async function startXero(options: { port?: number } = {}): Promise<XeroStandin> {
  const clientId = "xero-test-client";
  const clientSecret = "xero-test-secret";
  const settings = { honoursIdempotencyKeys: true, tokenSeconds: 1800 };
  const contacts: XeroContact[] = [];
  const invoices: XeroInvoice[] = [];
  const tokens = new Set<string>();
  const answered = new Map<string, Answer>();
  let tokenCalls = 0;
  let url = "";

  function token(request: WireRequest): Answer {
    tokenCalls += 1;
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    const isRight =
      request.headers.authorization === expected &&
      new URLSearchParams(request.body).get("grant_type") === "client_credentials";
    if (!isRight) return refusal(400, { error: "invalid_client" });
    const access_token = `token-${randomUUID()}`;
    tokens.add(access_token);
    return {
      status: 200,
      body: {
        access_token,
        expires_in: settings.tokenSeconds,
        token_type: "Bearer",
        scope: "accounting.invoices",
      },
    };
  }

  function makeContacts(request: WireRequest): Answer {
    const { contacts: wanted } = lowerFirst(request.body) as { contacts: Partial<XeroContact>[] };
    const made: XeroContact[] = [];
    for (const contact of wanted) {
      const Name = contact.Name ?? "";
      if (contacts.some((other) => other.Name === Name)) {
        return invalid(`The contact name ${Name} is already assigned to another contact.`);
      }
      made.push({
        ContactID: randomUUID(),
        Name,
        EmailAddress: contact.EmailAddress ?? "",
        ContactStatus: "ACTIVE",
      });
    }
    contacts.push(...made);
    return { status: 200, body: { Contacts: made } };
  }

  function makeInvoices(request: WireRequest): Answer {
    const { invoices: wanted } = lowerFirst(request.body) as { invoices: XeroInvoice[] };
    const made = wanted.map((invoice, index) => ({
      ...invoice,
      InvoiceID: randomUUID(),
      InvoiceNumber: `INV-${String(invoices.length + index + 1).padStart(4, "0")}`,
      Total: invoice.LineItems.reduce((sum, line) => sum + line.Quantity * line.UnitAmount, 0),
      AmountPaid: 0,
      AmountCredited: 0,
    }));
    const isUnknown = made.some((one) => !contacts.some((c) => c.ContactID === one.Contact.ContactID));
    if (isUnknown) return invalid("The contact does not exist.");
    invoices.push(...made);
    return { status: 200, body: { Invoices: made.map(toWire) } };
  }

  function findInvoices(request: WireRequest): Answer {
    const ids = request.query.get("IDs")?.split(",");
    if (ids) {
      const found = invoices.filter(({ InvoiceID }) => ids.includes(InvoiceID));
      return { status: 200, body: { Invoices: found.map(toWire) } };
    }
    const beginning = /Reference\.StartsWith\("([^"]*)"\)/.exec(request.query.get("where") ?? "")?.[1];
    const statuses = request.query.get("Statuses")?.split(",");
    const found = invoices.filter(
      (one) => one.Reference.startsWith(beginning ?? "\0") && (!statuses || statuses.includes(one.Status)),
    );
    return { status: 200, body: { Invoices: found.map((one) => toWire(withContactName(one))) } };
  }

  function withContactName(invoice: XeroInvoice): XeroInvoice {
    const contact = contacts.find(({ ContactID }) => ContactID === invoice.Contact.ContactID);
    return { ...invoice, Contact: { ...invoice.Contact, ...(contact && { Name: contact.Name }) } };
  }

  function accounting(request: WireRequest): Answer {
    const path = request.path.slice(API.length);
    const route = `${request.method} ${path}`;
    if (route === "GET /Contacts") {
      const email = whereValue(request, "EmailAddress");
      return { status: 200, body: { Contacts: contacts.filter((one) => one.EmailAddress === email) } };
    }
    if (route === "PUT /Contacts") return makeContacts(request);
    if (route === "GET /Invoices") return findInvoices(request);
    if (route === "PUT /Invoices") return makeInvoices(request);
    const online = /^GET \/Invoices\/([^/]+)\/OnlineInvoice$/.exec(route);
    if (online && invoices.some((one) => one.InvoiceID === online[1])) {
      return { status: 200, body: { OnlineInvoices: [{ OnlineInvoiceUrl: `${url}/pay/${online[1]}` }] } };
    }
    return refusal(404, { Message: "The resource you're looking for cannot be found" });
  }

  function idempotent(request: WireRequest): Answer {
    const key = String(request.headers["idempotency-key"] ?? "");
    if (!settings.honoursIdempotencyKeys || key === "") return accounting(request);
    const before = answered.get(key);
    if (before) return before;
    const answer = accounting(request);
    answered.set(key, answer);
    return answer;
  }

  function answer(request: WireRequest): Answer {
    if (request.path === "/connect/token" && request.method === "POST") return token(request);
    if (request.method === "GET" && request.path === "/") return invoiceList(invoices);
    const pay = /^\/pay\/([^/]+)$/.exec(request.path);
    if (pay)
      return payPage(
        request,
        invoices.find((one) => one.InvoiceID === pay[1]),
      );
    if (!request.path.startsWith(`${API}/`)) return refusal(404, { Message: "Not found" });
    if (!tokens.has((request.headers.authorization ?? "").replace(/^Bearer /, ""))) {
      return refusal(401, { Title: "Unauthorized", Status: 401, Detail: "TokenExpired: token expired" });
    }
    return idempotent(request);
  }

  const standin = await startHttpStandin(answer, options);
  url = standin.url;
  return Object.assign(standin, {
    clientId,
    clientSecret,
    contacts,
    invoices,
    settings,
    tokenCalls: () => tokenCalls,
    expireTokens: () => tokens.clear(),
  });
}

/** The body's outer name may be `Invoices` or `invoices`. */
function lowerFirst(body: string): Record<string, unknown> {
  const parsed = JSON.parse(body) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name.toLowerCase(), value]));
}
