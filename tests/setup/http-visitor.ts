import { encoded, fieldsSent, readForms } from "./html-forms.ts";

export type Page = { path: string; html: string };

/** Answers by control name; other controls keep the page's values. */
export type Answers = Record<string, string | string[]>;

/** An answer that is neither a page nor a redirect. `sent` is the form that it answers, null for a requested page. */
export class Refused extends Error {
  override name = "Refused";
  readonly status: number;
  readonly html: string;
  readonly path: string;
  readonly sent: URLSearchParams | null;

  constructor(path: string, status: number, html: string, sent: URLSearchParams | null) {
    super(`${path} answered ${status}`);
    this.status = status;
    this.html = html;
    this.path = path;
    this.sent = sent;
  }
}

/** A browser without scripts, over HTTP: keeps cookies, follows redirects, fills in forms. */
export class HttpVisitor {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  requests = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async #ask(path: string, sent: URLSearchParams | null): Promise<Page> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(this.#origin + path, {
      ...(sent && { method: "POST", body: sent }),
      headers: { Origin: this.#origin, Cookie: cookie },
      redirect: "manual",
    });
    const html = await answer.text();
    this.requests += 1;
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      this.#cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = answer.headers.get("Location");
    if (location !== null)
      return this.open(new URL(location, this.#origin + path).href.slice(this.#origin.length));
    if (answer.status !== 200) throw new Refused(path, answer.status, html, sent);
    return { path, html };
  }

  open(path: string): Promise<Page> {
    return this.#ask(path, null);
  }

  /** Sends the page's first form. Throws `Refused`; sent again, the same page's form is the same form. */
  submit(page: Page, answers: Answers): Promise<Page> {
    const [form] = readForms(page.html);
    if (!form) throw new Error(`There is no form on ${page.path}`);
    const fields = fieldsSent(form, { label: "", name: "", value: "" }, ({ name, value }) => {
      const typed = [answers[name] ?? []].flat();
      return typed.find((one) => one === value) ?? typed[0];
    });
    const to = new URL(form.action || page.path, this.#origin + page.path);
    return this.#ask(to.pathname + to.search, encoded(form, fields) as URLSearchParams);
  }
}

/** A visitor's answers on the five steps. */
export const BOOKING: Answers = {
  referrerFirstName: "Ana",
  referrerLastName: "Petrova",
  referrerEmail: "ana@example.org",
  referrerPhone: "07700900123",
  referrerRelationship: "Daughter",
  showVirtualPricing: "false",
  selectedAssessments: ["Capacity to Make a Will", "Property and Finance Capacity Assessment"],
  assessmentLocation: "Leeds",
  paymentMethod: "pay-later",
};

export const SUBMITTED = "/booking/submitted/";

const MAX_STEPS = 12;

/** One booking from the first page to the submitted view. */
export async function bookOnce(origin: string): Promise<void> {
  const visitor = new HttpVisitor(origin);
  let page = await visitor.open("/");
  for (let step = 0; !page.path.startsWith(SUBMITTED); step += 1) {
    if (step === MAX_STEPS) throw new Error(`The booking does not come to an end: ${page.path}`);
    page = await visitor.submit(page, BOOKING);
  }
}
