// The order of test files: those that take minutes run first, so that no run ends with one of them alone. Those on the
// shared servers run last, so that these servers do not idle beside the others.
import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const TAKE_MINUTES = /test\/(operator\/(monitoring\/alerts|image)|fuzz\/every-endpoint)\.test\.ts$/;

export class OwnOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification): number => {
      if (TAKE_MINUTES.test(moduleId)) return 0;
      return /\bsharedServer/.test(readFileSync(moduleId, "utf8")) ? 2 : 1;
    };
    const places = new Map(sorted.map((file) => [file, placeOf(file)]));
    return sorted.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  }
}
