/** One family: a grid of 24, one stroke with round ends, in the colour of the text. */
const PATHS = {
  tick: "m5 12.5 4.5 4.5L19 7",
  cross: "m6 6 12 12M18 6 6 18",
  up: "M12 19V5m-6 6 6-6 6 6",
  down: "M12 5v14m-6-6 6 6 6-6",
};

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg
      className="inline"
      width="1em"
      height="1em"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
