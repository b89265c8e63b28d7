/** The URL of Scalar's script, from scripts/scalar-viewer.js. It defines the global `Scalar`. */
declare module "virtual:viewer-url" {
  const url: string;
  export default url;
}
