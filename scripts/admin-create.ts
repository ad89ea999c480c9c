/** `npm run admin:create -- someone@example.org`: makes an Administrator, or resets a member of staff who cannot sign
 * in. Prints a temporary password and a link; needs no mail. */
import { z } from "zod";
import { createDeps } from "#app/deps.server.ts";
import { createAdministrator } from "#app/features/accounts/users/create-administrator.server.ts";
import { EnvError, readEnv } from "#app/platform/env.server.ts";
import { prepareDatabase } from "#app/platform/prepare-database.server.ts";
import { runScript } from "./run-script.ts";

await runScript(async () => {
  const env = readEnv(process.env);
  const email = z.email().safeParse(process.argv[2] ?? env.ADMIN_EMAIL);
  if (!email.success)
    throw new EnvError("Please give an e-mail address: npm run admin:create -- someone@example.org");
  const deps = createDeps(env);
  try {
    await prepareDatabase(deps);
    const made = await createAdministrator(deps, email.data);
    if (made.kind === "is-customer")
      throw new EnvError("That address belongs to a customer's account. Please use another.");
    console.log(made.kind === "made" ? "Administrator made." : "Administrator renewed; all sessions ended.");
    console.log(`  Sign in at ${env.APP_ORIGIN}/admin/login`);
    console.log(`  E-mail: ${made.email}`);
    console.log(`  Temporary password (shown this once): ${made.temporaryPassword}`);
    console.log(`Without working mail, open this link within 30 minutes instead:\n  ${made.signInUrl}`);
  } finally {
    await deps.close();
  }
});
