import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

export type ReferrerInput = Partial<{
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  relationship: string;
}>;

const JOANNA = {
  firstName: "Joanna",
  lastName: "Reeve",
  email: "joanna.reeve@example.org",
  phone: "07700 900123",
  relationship: "Daughter",
};

/** Fills step 1; what is not given is Joanna's. */
export async function fillReferrer(page: Page, input: ReferrerInput = {}): Promise<void> {
  const person = { ...JOANNA, ...input };
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.locator("[name=referrerEmail]").fill(person.email);
  await page.locator("[name=referrerPhone]").fill(person.phone);
  await page.locator("[name=referrerRelationship]").selectOption(person.relationship);
}

export async function pressContinue(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

/** Presses Continue and waits for the heading of the next step. */
export async function continueTo(page: Page, heading: string): Promise<void> {
  await pressContinue(page);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
}

export async function choose(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole("checkbox", { name, exact: true }).check();
}

export async function reachAssessments(page: Page, input?: ReferrerInput): Promise<void> {
  await fillReferrer(page, input);
  await continueTo(page, "Assessment Selection");
}

export function draftOf(page: Page): string {
  return new URL(page.url()).searchParams.get("draft")!;
}
