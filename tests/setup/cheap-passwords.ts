import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { onTestFinished } from "vitest";

/** argon2 with the least memory and one pass, whatever is requested: with the real cost, passwords took half the time
 * of all tests. Hashes name the requested parameters, so they open as long as the cost stays low. */
type Argon2 = typeof crypto.argon2 & { real?: typeof crypto.argon2 };

function use(argon2: Argon2): void {
  crypto.argon2 = argon2;
  syncBuiltinESMExports();
}

// This file is evaluated anew for each file of tests.
const real = (crypto.argon2 as Argon2).real ?? crypto.argon2;
const cheap: Argon2 = (algorithm, parameters, callback) =>
  real(algorithm, { ...parameters, memory: 8 * parameters.parallelism, passes: 1 }, callback);
cheap.real = real;
use(cheap);

/** The rest of this test pays what a password costs in production. */
export function atRealPasswordCost(): void {
  use(real);
  onTestFinished(() => use(cheap));
}
