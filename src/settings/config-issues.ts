// The issues of a configuration file: each names the field and the schema's expectation.
import type { TSchema } from "typebox";
import { Errors } from "typebox/value";
import { type FieldIssue, firstOfEachField, type IssueTexts, issuesOf } from "../validation/schema-issues.ts";

export type ConfigIssue = FieldIssue;

const TEXTS: IssueTexts = {
  missing: (expected) => `is missing: must be ${expected ?? "given"}`,
  unknown: "is not a setting here: remove it, or check the spelling",
};

/** One issue per field; none if the value matches the schema. */
export const formIssues = (schema: TSchema, value: unknown): ConfigIssue[] =>
  firstOfEachField(Errors(schema, value).flatMap((error) => issuesOf(schema, error, TEXTS)));
