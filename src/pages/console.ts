// The page that holds the console. All else in it is the program's of src/browser/console.
import { type Program, readProgram } from "./assets.ts";

export const CONSOLE_PATH = "/console";

export function renderConsole(program: Program = readProgram("console")): string {
  const styles = program.styles.map((path) => `<link rel="stylesheet" href="${path}">`).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Turnpike console</title>
${styles}
<script type="module" src="${program.script}"></script>
</head>
<body>
<div id="console"></div>
<noscript>The console needs JavaScript. Everything in it can be done by the interface and the command line, too.</noscript>
</body>
</html>
`;
}
