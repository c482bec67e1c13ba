import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** The name of one test, or of a group of tests. */
export interface Title {
  /** Path as given. */
  readonly file: string
  /** 1-based line on which the name begins. */
  readonly line: number
  /** As written, with `…` for values inserted by a template. */
  readonly text: string
  /** Ids that its table inserts into the name; see `idsOfTable`. */
  readonly fromTable: readonly string[]
}

/** Matches the ids of the list. */
export const idPattern = /\b[AC]-[A-Z]+-\d+\b/g

const testers = new Set(['it', 'test', 'describe', 'suite'])
/** Modifiers that are called with arguments first; the name is in the call that follows. */
const takesTable = new Set(['each', 'for', 'skipIf', 'runIf'])
/** Tests that are not run guarantee nothing. */
const notRun = new Set(['skip', 'todo'])

/** Parsed files by path, because tables are also read from files that tests import. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** Returns the names of the tests and groups in the file that are run, in order. */
export function readTitles(file: string): Title[] {
  const source = parse(file)
  if (!source) return []
  const found: Title[] = []
  const walk = (node: ts.Node): void => {
    const call = ts.isCallExpression(node) ? testCall(node) : undefined
    if (call?.isRun === false) return
    if (call?.title) {
      const text = textOf(call.title)
      const line = source.getLineAndCharacterOfPosition(call.title.getStart(source)).line + 1
      const fromTable = call.table ? idsOfTable(call.table, text, file) : []
      found.push({ file, line, text, fromTable })
    }
    ts.forEachChild(node, walk)
  }
  walk(source)
  return found
}

interface TestCall {
  readonly title: ts.Expression | undefined
  readonly table: ts.Expression | undefined
  readonly isRun: boolean
}

/** Reads `it('…')`, `it.concurrent('…')` and `it.each(table)('…')`. */
function testCall(node: ts.CallExpression): TestCall | undefined {
  let callee: ts.Expression = node.expression
  let table: ts.Expression | undefined
  let isRun = true
  if (ts.isCallExpression(callee)) {
    const { expression, arguments: given } = callee
    if (!ts.isPropertyAccessExpression(expression) || !takesTable.has(expression.name.text)) return undefined
    table = given[0]
    callee = expression.expression
  } else if (ts.isPropertyAccessExpression(callee) && takesTable.has(callee.name.text)) return undefined
  while (ts.isPropertyAccessExpression(callee)) {
    if (notRun.has(callee.name.text)) isRun = false
    callee = callee.expression
  }
  if (!ts.isIdentifier(callee) || !testers.has(callee.text)) return undefined
  return { title: node.arguments[0], table, isRun }
}

/** Returns the literal parts of a name. */
function textOf(title: ts.Expression): string {
  if (ts.isStringLiteralLike(title)) return title.text
  if (ts.isTemplateExpression(title))
    return title.head.text + title.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
  if (ts.isBinaryExpression(title)) return textOf(title.left) + textOf(title.right)
  return ''
}

/**
 * Returns the ids that the rows of a table insert into a name. Only values that the name shows count: with `%s`, the
 * first values of each row, as many as there are `%`; with `$name`, values of the property `name`. Ids must be written
 * out in the table, or in a constant that it names, in the same file or in one that the file imports. A table or
 * constant that leaves out rows (`filter`, `slice`) is ignored, because it cannot be determined which ones are left.
 */
function idsOfTable(table: ts.Expression, title: string, file: string): string[] {
  const positions = title.replaceAll(/%[%#$]/g, '').match(/%[a-z]/g)?.length ?? 0
  const properties = new Set([...title.matchAll(/\$(\w+)/g)].map(([, name]) => name))
  const found: string[] = []
  if (leavesRowsOut(table)) return found
  const read = new Set<ts.Node>()
  const walk = (node: ts.Node, path: string): void => {
    if (ts.isStringLiteralLike(node) && isShown(node, positions, properties))
      found.push(...(node.text.match(idPattern) ?? []))
    if (ts.isIdentifier(node) && !isNameOfProperty(node)) {
      const constant = findConstant(node.text, path)
      if (constant && !read.has(constant.value) && !leavesRowsOut(constant.value)) {
        read.add(constant.value)
        walk(constant.value, constant.file)
      }
    }
    ts.forEachChild(node, (child) => walk(child, path))
  }
  walk(table, file)
  return found
}

function leavesRowsOut(node: ts.Node): boolean {
  const isLeaving = ts.isPropertyAccessExpression(node) && ['filter', 'slice'].includes(node.name.text)
  return isLeaving || (ts.forEachChild(node, leavesRowsOut) ?? false)
}

function isShown(value: ts.Node, positions: number, properties: ReadonlySet<string | undefined>): boolean {
  const holder = holderOf(value)
  if (ts.isPropertyAssignment(holder)) return properties.has(holder.name.getText())
  if (!ts.isArrayLiteralExpression(holder)) return false
  const isRow = ts.isArrayLiteralExpression(holderOf(holder))
  return (isRow ? holder.elements.indexOf(value as ts.Expression) : 0) < positions
}

/** Returns the node around a value, skipping `as const`, `satisfies` and parentheses. */
function holderOf(node: ts.Node): ts.Node {
  const { parent } = node
  const isWrap = ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)
  return isWrap || ts.isParenthesizedExpression(parent) ? holderOf(parent) : parent
}

function isNameOfProperty(node: ts.Identifier): boolean {
  const { parent } = node
  return (ts.isPropertyAssignment(parent) || ts.isPropertyAccessExpression(parent)) && parent.name === node
}

/** Finds the constant of this name at the top level of the file, or of the file that it is imported from. */
function findConstant(name: string, file: string): { value: ts.Expression; file: string } | undefined {
  for (const statement of parse(file)?.statements ?? []) {
    if (ts.isVariableStatement(statement)) {
      const declared = statement.declarationList.declarations.find((each) => each.name.getText() === name)
      if (declared?.initializer) return { value: declared.initializer, file }
    }
    const target = ts.isImportDeclaration(statement) ? importOf(statement, name) : undefined
    if (target) return findConstant(target.name, join(dirname(file), target.path))
  }
  return undefined
}

/** Returns where a relative import takes a name from, and the name used there. */
function importOf(statement: ts.ImportDeclaration, name: string): { name: string; path: string } | undefined {
  const path = (statement.moduleSpecifier as ts.StringLiteral).text
  const names = statement.importClause?.namedBindings
  if (!path.startsWith('.') || !names || !ts.isNamedImports(names)) return undefined
  const imported = names.elements.find((each) => each.name.text === name)
  return imported && { name: (imported.propertyName ?? imported.name).text, path }
}

function parse(file: string): ts.SourceFile | undefined {
  if (!parsed.has(file))
    parsed.set(
      file,
      existsSync(file)
        ? ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
        : undefined,
    )
  return parsed.get(file)
}
