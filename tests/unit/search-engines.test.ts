import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ASSESSMENTS, SEED_OFFER, setOfferSource } from "#app/features/catalogue/catalogue.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { siteRules } from "#app/site-rules.ts";
import { registerForVat } from "#tests/setup/own-invoices.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createUser } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";

const ORIGIN = "https://book.example.org";
const RESULT = "/which-assessment/result?decision=buy&lives=wales&deadline=none";

let deps: TestDeps;

beforeEach(() => {
  deps = createTestDeps({
    APP_ORIGIN: ORIGIN,
    SITE_NAME: "Larch & Lane",
    CONTACT_EMAIL: "hello@larch.example",
  });
});
afterEach(() => setOfferSource(() => SEED_OFFER));

const headOf = async (path: string) => /<head>[^]*<\/head>/.exec((await render(deps, path)).text)![0];
const canonical = (head: string) => /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1];
const content = (head: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1];
const title = (head: string) => /<title>([^<]*)/.exec(head)?.[1];

describe("in a list of search results", () => {
  it("the first page says what it is, whose, and from which price", async () => {
    await registerForVat(deps);
    const head = await headOf("/");
    expect(title(head)).toBe("Book a mental capacity assessment – Larch &amp; Lane");
    expect(content(head, "description")).toBe(
      "Mental capacity assessments by specialist social workers, nurses and therapists, face-to-face or virtual, from £498 including VAT. Book in five short steps, without an account.",
    );
    expect(content(head, "robots")).toBeUndefined();
  });

  it("the description follows what the practice offers", async () => {
    setOfferSource(() => ({
      ...SEED_OFFER,
      vatPhrase: "no VAT",
      assessments: ASSESSMENTS.filter(({ id }) => id === "capacity-gift"),
    }));
    expect(content(await headOf("/"), "description")).toContain(
      "therapists, face-to-face, from £672 no VAT.",
    );
    setOfferSource(() => ({ ...SEED_OFFER, assessments: ASSESSMENTS.filter(({ id }) => id === "other") }));
    expect(content(await headOf("/"), "description")).toContain("therapists, face-to-face. Book");
  });

  it.each([
    ["/", `${ORIGIN}/`],
    ["/booking", `${ORIGIN}/`],
    ["/booking?assessments=capacity-will", `${ORIGIN}/`],
    ["/which-assessment", `${ORIGIN}/which-assessment`],
    ["/which-assessment?decision=money", `${ORIGIN}/which-assessment`],
  ])("%s is listed as %s", async (path, address) => {
    expect(canonical(await headOf(path))).toBe(address);
  });

  it("neither the paper form nor anybody's result of the finder is listed", async () => {
    const paper = await headOf("/booking?print=true");
    expect(content(paper, "robots")).toBe("noindex");
    expect(siteRules.isIndexed("/which-assessment/result")).toBe(false);
    for (const head of [paper, await headOf(RESULT)]) expect(canonical(head)).toBeUndefined();
  });
});

describe("a link that is sent to somebody", () => {
  it.each(["/", "/booking?assessments=capacity-will", "/which-assessment", RESULT])(
    "shows name, sentence and picture: %s",
    async (path) => {
      const head = await headOf(path);
      expect(content(head, "og:site_name")).toBe("Larch &amp; Lane");
      expect(content(head, "og:title")).not.toBe("");
      expect(content(head, "og:description")).toMatch(/^.{60,}/);
      expect(content(head, "og:image")).toBe(`${ORIGIN}/apple-touch-icon.png`);
      expect(head).not.toContain("og:url");
    },
  );

  it("shows the practice's own logo", async () => {
    const by = {
      actor: { kind: "staff" as const, id: (await createUser(deps, { role_id: "administrator" })).id },
      requestId: "request-1",
    };
    const logo = { png: "aGk=", hash: "abc123", width: 120, height: 40 };
    await saveSettings(deps, { group: "logo", value: logo, baseVersion: 0 }, by);
    expect(content(await headOf("/"), "og:image")).toBe(`${ORIGIN}/logo/abc123.png`);
  });
});

describe("what robots and researchers fetch", () => {
  const textOf = async (path: string) => (await render(deps, path)).text;

  it("robots.txt names the sitemap, which lists the public pages under their own address", async () => {
    expect(await textOf("/robots.txt")).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${ORIGIN}/sitemap.xml\n`);
    const sitemap = await textOf("/sitemap.xml");
    const listed = [...sitemap.matchAll(/<loc>([^<]*)/g)].map(([, address]) => address!);
    expect(listed).toEqual([`${ORIGIN}/`, `${ORIGIN}/which-assessment`]);
    for (const address of listed) {
      const { pathname } = new URL(address);
      expect(siteRules.isIndexed(pathname)).toBe(true);
      expect(canonical(await headOf(pathname))).toBe(address);
    }
  });

  it("security.txt has the practice's address and expires within a year of today", async () => {
    const text = await textOf("/.well-known/security.txt");
    expect(text).toContain("Contact: mailto:hello@larch.example\n");
    expect(text).toContain(`Canonical: ${ORIGIN}/.well-known/security.txt\n`);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)![1]!);
    const days = (expires - deps.clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(90);
    expect(days).toBeLessThan(365);
  });
});
