/** The control of the choice between theirs and ours, for one question of a part. */
export const choiceName = (part: string, name: string) => `use-${part}-${name}`;
