/** A fact of the pack. What nobody has stated says so. */
export type Row = { name: string; value: string };

export const row = (name: string, value: string | number): Row => ({
  name,
  value: String(value) || "Not stated",
});
