/** Full size for `npm run test:endurance`, a quick one for `npm test`. */
export function sized(full: number, quick: number): number {
  return import.meta.env.MODE === "endurance" ? full : quick;
}

export const ENDURANCE_TIMEOUT_MS = 20 * 60_000;
