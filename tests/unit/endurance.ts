/** `npm run test:endurance` runs these tests at their full size; `npm test` runs them at a size that stays quick. */
export function sized(full: number, quick: number): number {
  return import.meta.env.MODE === "endurance" ? full : quick;
}

export const ENDURANCE_TIMEOUT_MS = 20 * 60_000;
