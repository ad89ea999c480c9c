/** The values of one column of some rows. */
export const valuesOf = <Row, Key extends keyof Row>(rows: readonly Row[], key: Key) =>
  rows.map((row) => row[key]);
