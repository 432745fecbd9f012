import ts from "typescript";

/** One small change to a source file. */
export interface Mutant {
  file: string;
  /** 1-based. */
  line: number;
  before: string;
  after: string;
  /** The whole file with the change. */
  text: string;
}

const SWAPPED_OPERATORS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.LessThanToken, ">="],
  [ts.SyntaxKind.GreaterThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, ">"],
  [ts.SyntaxKind.GreaterThanEqualsToken, "<"],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
  [ts.SyntaxKind.PlusToken, "-"],
  [ts.SyntaxKind.MinusToken, "+"],
  [ts.SyntaxKind.AsteriskToken, "/"],
]);

/** Lists every mutant of a file: swapped operators, negated conditions, flipped booleans, removed calls. */
export function listMutants(file: string, text: string): Mutant[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const mutants: Mutant[] = [];
  const replace = (node: ts.Node, after: string) => {
    const [start, end] = [node.getStart(source), node.getEnd()];
    mutants.push({
      file,
      line: source.getLineAndCharacterOfPosition(start).line + 1,
      before: text.slice(start, end),
      after,
      text: text.slice(0, start) + after + text.slice(end),
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const swapped = SWAPPED_OPERATORS.get(node.operatorToken.kind);
      if (swapped && !isTextConcatenation(node)) replace(node.operatorToken, swapped);
    }
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition;
      replace(condition, `!(${condition.getText(source)})`);
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, "true");
    if (ts.isExpressionStatement(node) && isCall(node.expression)) replace(node, "");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

const isCall = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) || (ts.isAwaitExpression(node) && ts.isCallExpression(node.expression));

const isTextConcatenation = ({ operatorToken, left, right }: ts.BinaryExpression): boolean =>
  operatorToken.kind === ts.SyntaxKind.PlusToken && [left, right].some(ts.isStringLiteralLike);

/** Picks a reproducible random sample. */
export function pickRandom<T>(items: readonly T[], count: number, seed: number): T[] {
  const random = createRandom(seed);
  const rest = [...items];
  const picked: T[] = [];
  while (picked.length < count && rest.length > 0)
    picked.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return picked;
}

/** The mulberry32 generator: numbers from 0 to 1, the same sequence for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
