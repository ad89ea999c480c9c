/** `npm run seed`: about fifty demonstration bookings in every status, with referral forms, staff and a customer.
 * Refuses a database with bookings, unless told `-- --force`. */
import { createDeps } from "#app/deps.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { prepareDatabase } from "#app/platform/prepare-database.server.ts";
import { runScript } from "./run-script.ts";
import { seedDatabase } from "./seed/seed-database.ts";

await runScript(async () => {
  const deps = createDeps(readEnv(process.env));
  try {
    await prepareDatabase(deps);
    await deps.settings.reload();
    const existing = await deps.db.selectFrom("bookings").select("id").limit(1).executeTakeFirst();
    if (existing && !process.argv.includes("--force")) {
      console.error(
        "This database has bookings already. To add demonstration data anyway: npm run seed -- --force",
      );
      process.exitCode = 1;
      return;
    }
    const { bookingCount, byStatus, accounts } = await seedDatabase(deps);
    const statuses = Object.entries(byStatus).map(([status, count]) => `${count} ${status}`);
    console.log(`${bookingCount} demonstration bookings: ${statuses.join(", ")}.`);
    console.log("Accounts (these passwords are shown only now):");
    for (const { email, role, password } of accounts) console.log(`  ${email}  ${role}  ${password}`);
  } finally {
    await deps.close();
  }
});
