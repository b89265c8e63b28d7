// Finds text for readers in a component's source: JSX text, and literals in attributes and properties that are shown.
import { parseSync } from "vite";

/** Attributes and properties whose text is shown or read aloud. */
const SHOWN =
  /^(aria-label|aria-description|title|label|description|placeholder|alt|text|note|advice|heading|message|whatToDo|may|error|explanation|\w*Label|\w*Message)$/;
/** A word of a language, and not a part of an ID, an address or a code. */
const WORD = /(?<![\w.:/@-])[A-Z]?[a-z]{2,}(?![\w:/@])/;
const SENTENCE = /(?<![\w-])[A-Za-z]?[a-z']+ [a-z']{2,}(?![\w:-])/;
/** The product's name, in any language. */
const NAME = /\bTurnpike\b/g;
/** Commands, and keys of the browser's storage. */
const COMMAND = /^turnpike /;

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Through these, a literal is shown where the expression is. */
const PASSES = ["JSXExpressionContainer", "ConditionalExpression", "LogicalExpression", "TemplateLiteral"];
/** Their texts are for developers. */
const HIDDEN = ["ImportDeclaration", "NewExpression", "TSLiteralType"];

export function visibleTextIn(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: string[] = [];
  const judge = (text: string, isShown: boolean) => {
    const plain = text.replace(NAME, "").trim();
    if (!COMMAND.test(plain) && (isShown ? WORD : SENTENCE).test(plain)) found.push(plain);
  };
  const visitAll = (node: Node, isShown: boolean) => {
    for (const value of Object.values(node)) {
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) visit(each, isShown);
    }
  };
  const visit = (node: Node, isShown: boolean): void => {
    if (HIDDEN.includes(node.type) || isSuperCall(node)) return;
    if (node.type === "JSXText") judge(String(node.value), true);
    else if (node.type === "Literal") judge(typeof node.value === "string" ? node.value : "", isShown);
    else if (node.type === "TemplateElement") judge((node.value as { cooked: string }).cooked, isShown);
    else if (node.type === "JSXElement" || node.type === "JSXFragment") visitElement(node);
    else if (node.type === "JSXAttribute") visitAttribute(node);
    else if (node.type === "Property") visitAll({ ...node, key: null }, SHOWN.test(nameOf(node.key)));
    else visitAll(node, isShown && PASSES.includes(node.type));
  };
  const visitAttribute = (node: Node) => {
    const name = nameOf(node.name);
    if (name !== "style") visitAll(node, SHOWN.test(name));
  };
  const visitElement = (node: Node) => {
    const { openingElement, children } = node;
    if (isNode(openingElement)) visitAll(openingElement, false);
    if (Array.isArray(children)) for (const child of children) visit(child as Node, true);
  };
  visit(program as unknown as Node, false);
  return found;
}

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? "") : "");

const isSuperCall = (node: Node): boolean =>
  node.type === "CallExpression" && isNode(node.callee) && node.callee.type === "Super";
