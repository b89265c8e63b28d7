/** The text of all guides and of the operations of the reference, from scripts/guides. */
declare module "virtual:search-text" {
  const sections: readonly {
    readonly path: string;
    readonly title: string;
    /** Empty at the start of a page. */
    readonly heading: string;
    readonly text: string;
  }[];
  export default sections;
}
