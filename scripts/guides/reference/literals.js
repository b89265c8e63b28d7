// A JSON value as the literal of a language, over several lines, as a person writes it.
const SYNTAX = {
  js: { open: "{", close: "}", pair: (name, value) => `${isName(name) ? name : quoted(name)}: ${value}`, none: "null" },
  python: { open: "{", close: "}", pair: (name, value) => `${quoted(name)}: ${value}`, none: "None" },
  php: { open: "[", close: "]", pair: (name, value) => `${phpText(name)} => ${value}`, none: "null" },
};
const INDENTS = { js: "  ", python: "    ", php: "    " };

const isName = (text) => /^[A-Za-z_$][\w$]*$/.test(text);
const quoted = (text) => JSON.stringify(text);
const phpText = (text) => `'${text.replace(/[\\']/g, "\\$&")}'`;

/** @param depth of the line that the literal begins on */
export function literal(language, value, depth = 0) {
  const { open, close, pair, none } = SYNTAX[language];
  if (value === null) return none;
  if (typeof value === "boolean") return language === "python" ? (value ? "True" : "False") : String(value);
  if (typeof value === "string") return language === "php" ? phpText(value) : quoted(value);
  if (typeof value !== "object") return String(value);
  const inner = (each) => literal(language, each, depth + 1);
  if (Array.isArray(value)) return lines("[", "]", value.map(inner), language, depth);
  const pairs = Object.entries(value).map(([name, each]) => pair(name, inner(each)));
  if (pairs.length === 0 && language === "php") return "new stdClass()";
  return lines(open, close, pairs, language, depth);
}

function lines(open, close, parts, language, depth) {
  if (parts.length === 0) return open + close;
  const indent = INDENTS[language].repeat(depth);
  const within = parts.map((part) => `${indent}${INDENTS[language]}${part},`);
  return [open, ...within, indent + close].join("\n");
}
