import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SECTIONS } from "#app/features/referral/sections/sections.ts";
import { BOOKING_BODY } from "#tests/setup/booking-body.ts";
import { startFaultServer, type FaultServer } from "./server.ts";

/** Unmistakable words, one for each field, that are then looked for where they must not be. */
const planted: string[] = [];
function canary(field: string): string {
  const word = `Canary${field.replace(/\W/g, "")}Xq7`;
  planted.push(word);
  return word;
}

const NOT_FREE_TEXT = {
  clientTitle: "Mrs",
  clientGender: "Other",
  clientDob: "1941-05-17",
  clientPhone: "07700 900456",
};

/** Fields that the database may contain only encrypted. */
function sealedBookingFields() {
  const free = [
    "clientGenderOther",
    "clientAddressLine1",
    "clientAddressLine2",
    "clientTownCity",
    "otherAssessmentDetails",
  ];
  return { ...NOT_FREE_TEXT, ...Object.fromEntries(free.map((name) => [name, canary(name)])) };
}

/** Fields stored in plain text, because lists search and sort by them, that no log may contain. */
function plainBookingFields() {
  return {
    referrerFirstName: canary("referrerFirstName"),
    referrerLastName: canary("referrerLastName"),
    referrerEmail: `${canary("referrerEmail")}@example.org`,
    referrerRelationship: "Other",
    referrerCustomRole: canary("referrerCustomRole"),
    referrerOrganisation: canary("referrerOrganisation"),
    assessmentLocation: canary("assessmentLocation"),
    clientFirstName: canary("clientFirstName"),
    clientLastName: canary("clientLastName"),
    utmParameters: { utm_source: canary("utmSource") },
    sessionData: { referrer: `https://example.org/${canary("sessionReferrer")}` },
  };
}

function referralAnswers(): Record<string, Record<string, unknown>> {
  const textFields = (section: {
    groups: readonly { fields: readonly { name: string; kind: string }[] }[];
  }) =>
    section.groups.flatMap((group) => group.fields).filter((field) => /^(text|longText)$/.test(field.kind));
  return Object.fromEntries(
    Object.entries(SECTIONS).map(([key, section]) => [
      key,
      Object.fromEntries(textFields(section).map((field) => [field.name, canary(`${key}${field.name}`)])),
    ]),
  );
}

async function post(server: FaultServer, path: string, body: object) {
  const response = await fetch(server.origin + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

/** Types into every text field of two steps of the wizard, and leaves: a draft remains. */
async function leaveDraft(server: FaultServer): Promise<void> {
  const type = async (path: string, fields: Record<string, string>, cookie = "") => {
    const response = await fetch(server.origin + path, {
      method: "POST",
      headers: { Origin: server.origin, Cookie: cookie },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    expect(response.status).toBe(303);
    return response;
  };
  const first = await type("/", {
    referrerFirstName: canary("draftFirstName"),
    referrerLastName: canary("draftLastName"),
    referrerEmail: `${canary("draftEmail")}@example.org`,
    referrerPhone: "07700 900123",
    referrerRelationship: "Other",
    referrerCustomRole: canary("draftRole"),
    referrerOrganisation: canary("draftOrganisation"),
  });
  const cookie = first.headers.getSetCookie()[0]!.split(";")[0]!;
  const next = new URL(first.headers.get("Location")!, server.origin);
  await type(
    next.pathname + next.search,
    { selectedAssessments: "Other", otherAssessmentDetails: canary("draftOther") },
    cookie,
  );
}

/** A paper whose name and content are told. */
async function sendDocument(server: FaultServer, path: string): Promise<void> {
  const form = new FormData();
  form.append("kind", "will");
  const content = `%PDF-1.7\n${canary("documentContent")}\n%%EOF`;
  form.append("documents", new File([content], `${canary("documentName")}.pdf`));
  const response = await fetch(server.origin + path, {
    method: "POST",
    headers: { Origin: server.origin },
    body: form,
    redirect: "manual",
  });
  expect(response.status, await response.text()).toBe(303);
}

/** The bytes of a database with its write-ahead log, and of everything in the backups' folder. */
function bytesOf(files: string[]): string {
  return files
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "latin1"))
    .join("\n");
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const found = (haystack: string, words: string[]) =>
  words.filter((word) => haystack.toLowerCase().includes(word.toLowerCase()));

test("what was typed stands in no log, no backup, and where it is health data in no database file", async () => {
  const server = await startFaultServer();
  const sealed = sealedBookingFields();
  const plain = plainBookingFields();
  const plainWords = planted.filter((word) => JSON.stringify(plain).includes(word));
  const booked = await post(server, "/api/bookings", {
    ...BOOKING_BODY,
    showVirtualPricing: false,
    selectedAssessments: ["Property and Finance Capacity Assessment", "Other"],
    ...plain,
    ...sealed,
  });
  expect(booked.status, JSON.stringify(booked.body)).toBe(201);
  const { booking, accessToken } = booked.body as unknown as { booking: { id: string }; accessToken: string };
  planted.push(accessToken);
  const saved = await post(server, `/api/referral-forms?token=${accessToken}`, {
    bookingId: booking.id,
    ...referralAnswers(),
  });
  expect(saved.status, JSON.stringify(saved.body)).toBeLessThan(300);

  await sendDocument(server, `/referral-form/${booking.id}/documents?token=${accessToken}`);
  await leaveDraft(server);
  const password = canary("password");
  await post(server, "/api/auth/login", { email: `${canary("loginEmail")}@example.org`, password });
  await fetch(`${server.origin}/${canary("path")}?secret=${canary("query")}`, {
    headers: {
      Cookie: `session=${canary("cookie")}`,
      "User-Agent": canary("userAgent"),
      Referer: canary("referer"),
    },
  });
  await fetch(`${server.origin}/booking/${booking.id}?token=${accessToken}`);
  await post(server, "/api/bookings", { ...BOOKING_BODY, referrerEmail: canary("refusedEmail") });
  execFileSync(process.execPath, ["scripts/backup.ts"], { env: server.env });

  expect(planted.length).toBeGreaterThan(60);
  expect(found(server.output(), planted), "in the log").toEqual([]);
  const backups = join(server.dataDir, "backups");
  expect(found(bytesOf(filesBelow(backups)), planted), "in a backup").toEqual([]);
  const database = bytesOf([server.databaseFile, `${server.databaseFile}-wal`]);
  const sealedWords = planted.filter((word) => !plainWords.includes(word));
  expect(found(database, sealedWords), "in the database").toEqual([]);
  const documents = filesBelow(join(server.dataDir, "documents"));
  expect(documents).toHaveLength(1);
  expect(found(bytesOf(documents), planted), "in the documents").toEqual([]);
});
