// The order of test files: those on the shared servers run last, so that these servers do not idle beside the others.
import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

export class SharedServersLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const onShared = new Set(sorted.filter(({ moduleId }) => /\bsharedServer/.test(readFileSync(moduleId, "utf8"))));
    return [...sorted.filter((file) => !onShared.has(file)), ...onShared];
  }
}
