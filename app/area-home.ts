export type Home = { label: string; to: string };

const AREAS: [path: RegExp, home: Home][] = [
  [/^\/admin(\/|$)/i, { label: "Go to the dashboard", to: "/admin/dashboard" }],
  [/^\/customer(\/|$)/i, { label: "Go to your bookings", to: "/customer/dashboard" }],
  [/^\/organisation(\/(?!join\/)|$)/i, { label: "Go to your bookings", to: "/customer/dashboard" }],
  [/^\/assessor(\/|$)/i, { label: "Go to your visits", to: "/assessor" }],
];

/** The start page of the signed-in area of an address; null for a public one. */
export function areaHome(pathname: string): Home | null {
  return AREAS.find(([path]) => path.test(pathname))?.[1] ?? null;
}
