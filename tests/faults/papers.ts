import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { BOOKING_BODY } from "#tests/setup/booking-body.ts";
import type { FaultServer } from "./server.ts";
import { readDatabase } from "./visitor.ts";

/** Makes a booking; the address of its referrer's documents. */
export async function makeBooking(server: FaultServer): Promise<string> {
  const response = await fetch(`${server.origin}/api/bookings`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(BOOKING_BODY),
  });
  const { booking, accessToken } = (await response.json()) as {
    booking: { id: string };
    accessToken: string;
  };
  return `/referral-form/${booking.id}/documents?token=${accessToken}`;
}

let papers = 0;

/** A PDF of this size that no other upload has. */
function paper(bytes: number): File {
  papers += 1;
  const content = Buffer.alloc(bytes, "x");
  content.write(`%PDF-1.7\n${papers}\n`);
  return new File([content], `paper-${papers}.pdf`);
}

/** Sends a paper of this size, as a browser does. */
export async function sendPaper(server: FaultServer, path: string, bytes: number) {
  const form = new FormData();
  form.append("kind", "will");
  form.append("documents", paper(bytes));
  const init = {
    method: "POST",
    headers: { Origin: server.origin },
    body: form,
    redirect: "manual",
  } as const;
  const response = await fetch(server.origin + path, init);
  return { status: response.status, text: await response.text() };
}

export const storedIds = (server: FaultServer) =>
  readDatabase(server, (sqlite) => sqlite.prepare("SELECT id FROM documents").pluck().all() as string[]);

/** Names of the files in the store; those that are being written end with `.part`. */
export function filesOf(server: FaultServer): string[] {
  const folder = join(server.dataDir, "documents");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}
