import { randomUUID } from "node:crypto";
import SQLite from "better-sqlite3";
import { BOOKING_BODY } from "#tests/setup/booking-body.ts";
import type { FaultServer } from "./server.ts";

export type Answer = { status: number; bookingId: string | null; message: string };

/** Rejects when the connection breaks. */
export async function book(origin: string, key: string = randomUUID()): Promise<Answer> {
  const response = await fetch(`${origin}/api/bookings`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify(BOOKING_BODY),
  });
  const body = (await response.json()) as { booking?: { id: string }; message?: string };
  return { status: response.status, bookingId: body.booking?.id ?? null, message: body.message ?? "" };
}

/** Books with several visitors until `stop()`; resolves to the acknowledged ids. */
export function keepBooking(origin: string, visitors = 4) {
  const acknowledged: string[] = [];
  let isStopping = false;
  const loops = Array.from({ length: visitors }, async () => {
    while (!isStopping) {
      const answer = await book(origin).catch(() => null);
      if (answer?.bookingId) acknowledged.push(answer.bookingId);
      else if (answer === null) return;
    }
  });
  return {
    acknowledged,
    async stop() {
      isStopping = true;
      await Promise.all(loops);
      return acknowledged;
    },
  };
}

export function readDatabase<T>(server: FaultServer, read: (sqlite: SQLite.Database) => T): T {
  const sqlite = new SQLite(server.databaseFile);
  try {
    return read(sqlite);
  } finally {
    sqlite.close();
  }
}

export function bookingIds(server: FaultServer): string[] {
  return readDatabase(
    server,
    (sqlite) => sqlite.prepare("SELECT id FROM bookings").pluck().all() as string[],
  );
}
