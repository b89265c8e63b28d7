// Whether a version of Node is one that a release runs on: the forms that `engines` of package.json uses.

/** @param range for example "^22.19.0 || >=24.11.0" */
export const isInRange = (version: string, range: string): boolean =>
  range.split("||").some((part) => {
    const [, form, ...least] = /^\s*(\^|>=)(\d+)\.(\d+)\.(\d+)\s*$/.exec(part) ?? [];
    if (form === undefined) throw new RangeError(`${range} is not a range of versions that is understood here`);
    const [wanted, found] = [least, version.replace(/^v/, "").split(".")].map((numbers) => numbers.map(Number));
    return isAtLeast(found ?? [], wanted ?? []) && (form === ">=" || found?.[0] === wanted?.[0]);
  });

function isAtLeast(found: readonly number[], wanted: readonly number[]): boolean {
  const differing = wanted.findIndex((number, index) => number !== found[index]);
  return differing === -1 || (found[differing] ?? 0) > (wanted[differing] ?? 0);
}
