// A row of the interface: a promise of the service, and the tests that prove it.

export interface Row {
  readonly what: string;
  /** Each as "<file under test/ without .test.ts>: <the test's title, or its row in a table of cases>". */
  readonly tests: readonly string[];
}

export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

export const row = (what: string, ...tests: readonly string[]): Row => ({ what, tests });
