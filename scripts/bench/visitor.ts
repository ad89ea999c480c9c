import { Agent, request } from "node:http";

/** A browser without scripts: keeps connection and cookies, follows redirects, fills in forms. */

type Answer = { status: number; location: string | null; html: string };
export type Page = { path: string; html: string };

/** An answer that is neither a page nor a redirect. `sent` is the form that it answers, null for a requested page. */
export class Refused extends Error {
  override name = "Refused";
  readonly status: number;
  readonly html: string;
  readonly path: string;
  readonly sent: URLSearchParams | null;

  constructor(path: string, { status, html }: Pick<Answer, "status" | "html">, sent: URLSearchParams | null) {
    super(`${path} answered ${status}`);
    this.status = status;
    this.html = html;
    this.path = path;
    this.sent = sent;
  }
}

/** Answers by control name; other controls keep the page's values. */
export type Answers = Record<string, string | string[]>;

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
export const unescapeHtml = (text: string) =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescapeHtml(value);
}

/** The page's first POST form, filled in, as its main button would send it. */
function mainForm({ path, html }: Page, answers: Answers): { action: string; body: URLSearchParams } {
  const [, opening, content] = /<form\b([^>]*method="post"[^>]*)>(.*?)<\/form>/is.exec(html) ?? [];
  if (opening === undefined || content === undefined) throw new Error(`no form on ${path}`);
  const body = new URLSearchParams();
  const names = new Set<string>();
  for (const [tag] of content.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)) {
    const name = attribute(tag, "name");
    if (name === undefined || attribute(tag, "type") === "submit") continue;
    if (attribute(tag, "type") === "hidden") body.append(name, attribute(tag, "value") ?? "");
    else names.add(name);
  }
  for (const name of names) for (const value of [answers[name] ?? []].flat()) body.append(name, value);
  return { action: attribute(opening, "action") ?? path, body };
}

export class Visitor {
  readonly #origin: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #cookies = new Map<string, string>();
  requests = 0;

  constructor(origin: string, cookie?: string) {
    this.#origin = origin;
    if (cookie) this.#keep(cookie);
  }

  #keep(setCookie: string): void {
    const [pair = ""] = setCookie.split(";");
    const separator = pair.indexOf("=");
    this.#cookies.set(pair.slice(0, separator), pair.slice(separator + 1));
  }

  #send(path: string, body?: URLSearchParams): Promise<Answer> {
    const text = body?.toString();
    const headers: Record<string, string> = {
      Origin: this.#origin,
      Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      "Accept-Encoding": "identity",
      ...(text === undefined
        ? {}
        : {
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": String(Buffer.byteLength(text)),
          }),
    };
    const method = text === undefined ? "GET" : "POST";
    return new Promise((resolve, reject) => {
      const outgoing = request(
        new URL(path, this.#origin),
        { agent: this.#agent, method, headers },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.on("error", reject);
          incoming.on("end", () => {
            this.requests += 1;
            for (const cookie of incoming.headers["set-cookie"] ?? []) this.#keep(cookie);
            const html = Buffer.concat(chunks).toString();
            resolve({ status: incoming.statusCode ?? 0, location: incoming.headers.location ?? null, html });
          });
        },
      );
      outgoing.on("error", reject);
      outgoing.end(text);
    });
  }

  async #follow(path: string, answer: Answer, sent: URLSearchParams | null): Promise<Page> {
    let at = path;
    let form = sent;
    while (answer.location !== null) {
      const { pathname, search } = new URL(answer.location, new URL(at, this.#origin));
      at = pathname + search;
      form = null;
      answer = await this.#send(at);
    }
    if (answer.status !== 200) throw new Refused(at, answer, form);
    return { path: at, html: answer.html };
  }

  async open(path: string): Promise<Page> {
    return this.#follow(path, await this.#send(path), null);
  }

  /** Sends the page's main form. Throws `Refused`; sent again, the same page's form is the same form. */
  async submit(page: Page, answers: Answers): Promise<Page> {
    const { action, body } = mainForm(page, answers);
    const { pathname, search } = new URL(action, new URL(page.path, this.#origin));
    return this.#follow(pathname + search, await this.#send(pathname + search, body), body);
  }

  /** The same browser, with a connection of its own. */
  twin(): Visitor {
    const twin = new Visitor(this.#origin);
    for (const [name, value] of this.#cookies) twin.#cookies.set(name, value);
    return twin;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** A visitor's answers on the five steps. */
export const BOOKING: Answers = {
  referrerFirstName: "Ana",
  referrerLastName: "Petrova",
  referrerEmail: "ana@example.org",
  referrerCountryCode: "+44",
  referrerPhone: "07700900123",
  referrerRelationship: "Daughter",
  showVirtualPricing: "false",
  selectedAssessments: ["Capacity to Make a Will", "Property and Finance Capacity Assessment"],
  assessmentLocation: "Leeds",
  paymentMethod: "pay-later",
};

const MAX_STEPS = 12;

/** One booking from the first page to the submitted view. Returns how many requests it took. */
export async function bookOnce(origin: string): Promise<number> {
  const visitor = new Visitor(origin);
  try {
    let page = await visitor.open("/");
    for (let step = 0; !page.path.startsWith("/booking/submitted/"); step += 1) {
      if (step === MAX_STEPS) throw new Error(`the booking does not come to an end: ${page.path}`);
      page = await visitor.submit(page, BOOKING);
    }
    return visitor.requests;
  } finally {
    visitor.close();
  }
}
