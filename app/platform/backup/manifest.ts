import { z } from "zod";

/** Inside the archive and in the `.json` file beside it. No personal data. */
export const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  engine: z.enum(["sqlite", "postgres"]).default("sqlite"),
  schema: z.string(),
  database: z.object({ sha256: z.string(), bytes: z.number(), rows: z.record(z.string(), z.number()) }),
});
export type Manifest = z.infer<typeof Manifest>;

export const Sidecar = Manifest.extend({
  archive: z.object({ name: z.string(), sha256: z.string(), bytes: z.number() }),
});
export type Sidecar = z.infer<typeof Sidecar>;

export const BACKUP_NAME = /^backup-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.tar\.gz\.age$/;

/** `backup-2027-01-20T03-00-00-000Z.tar.gz.age`: names sort by time. */
export const backupName = (now: Date): string =>
  `backup-${now.toISOString().replace(/[:.]/g, "-")}.tar.gz.age`;

export function backupTime(name: string): Date {
  const [, day, hours, minutes, seconds, ms] = BACKUP_NAME.exec(name) ?? [];
  return new Date(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`);
}
