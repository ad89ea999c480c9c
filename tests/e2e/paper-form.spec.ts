import { ASSESSMENTS } from "#app/features/catalogue/catalogue.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";

inBothModes(
  "the paper form has every field of the booking and prints on two pages at most",
  async (journey) => {
    const { page, hasJavaScript } = journey;
    await open(page, "/booking?print=true", hasJavaScript);
    const paper = page.getByRole("article");
    for (const text of [
      ...["First name", "Last name", "Email", "Phone", "Relationship", "In what capacity", "Your role"],
      ...[
        "Company or organisation",
        "Face-to-Face",
        "Virtual",
        "If you ticked Other",
        "Town, city or postcode",
      ],
      ...[
        "Preferred date",
        "Weekends are possible",
        "Urgent",
        "Title",
        "Gender",
        "Date of birth",
        "Postcode",
      ],
      ...[
        "Address line 1",
        "Address line 2",
        "Town or city",
        "Pay now",
        "Pay later",
        "WhatsApp",
        "privacy policy",
      ],
      ...ASSESSMENTS.map((assessment) => assessment.name),
    ]) {
      await expect(paper).toContainText(text);
    }
    await expect(page.getByRole("button", { name: "Print / Save as PDF" })).toBeVisible();
    await expectAccessible(page);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length).toBeLessThanOrEqual(2);
    expect(pdf).toMatch(/\/MediaBox\s*\[\s*0 0 59[45]\.?\d* 84[12]/);
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("heading", { name: "Referrer Details" })).toBeVisible();
  },
);

test("Download PDF Form opens it in a new tab and prints", async ({ page, context }) => {
  await context.addInitScript(() => {
    window.print = () => (document.documentElement.dataset.printed = "yes");
  });
  await open(page, "/booking");
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "Download PDF Form" }).click(),
  ]);
  await expect(tab).toHaveURL(/\/booking\?print=true$/);
  await expect(tab.locator("html")).toHaveAttribute("data-printed", "yes");
  const close = tab.getByRole("button", { name: "Close" });
  // The tab may be gone before Playwright has noted that the click is done.
  await Promise.all([tab.waitForEvent("close"), close.click().catch(() => null)]);
  const email = await page.getByRole("link", { name: "Email Your Request" }).getAttribute("href");
  expect(decodeURIComponent(email!)).toContain("CLIENT DETAILS");
});
