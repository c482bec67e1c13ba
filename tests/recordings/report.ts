import type { ClientRoute } from './client-routes.ts'
import { conversationRoutes } from './client-routes.ts'
import type { Recording } from './corpus.ts'
import { type Difference, isUnexpected } from './difference.ts'
import type { NotRelayed } from './serving.ts'

/** One recording served to one client. */
export interface Result {
  readonly recording: Recording
  readonly client: ClientRoute
  /** Own = both sides use the same protocol; carried = another form of an operation that is not a conversation. */
  readonly kind: 'own' | 'translated' | 'carried'
  readonly differences: readonly Difference[]
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

const row = (name: string, cells: readonly (string | number)[], nameWidth: number): void =>
  print(name.padEnd(nameWidth) + cells.map((cell) => String(cell).padStart(11)).join(''))

const isDifferent = ({ differences }: Result): boolean => differences.some(isUnexpected)
const isIdentical = ({ differences }: Result): boolean => differences.length === 0

const countsOf = (results: readonly Result[]): number[] => {
  const different = results.filter(isDifferent).length
  const identical = results.filter(isIdentical).length
  return [results.length, identical, results.length - identical - different, different]
}

const inOrder = <T>(groups: Map<string, T[]>): [string, T[]][] =>
  [...groups].toSorted(([a], [b]) => a.localeCompare(b))

/** Prints the results for clients of the same protocol and for carried forms, by protocol and provider. */
const printDirect = (results: readonly Result[]): void => {
  row('protocol and provider', ['replayed', 'identical', 'explained', 'different'], 46)
  const groups = Map.groupBy(
    results,
    ({ recording, kind }) =>
      `${recording.protocol} ${recording.provider}${kind === 'carried' ? ' (another form)' : ''}`,
  )
  for (const [name, each] of inOrder(groups)) row(name, countsOf(each), 46)
  row('sum', countsOf(results), 46)
}

/** Prints how many of the conversations served to clients of other protocols agree, per client. */
const printTranslated = (results: readonly Result[]): void => {
  print('\ntranslated: agreeing/served')
  row('recorded as', [...conversationRoutes, 'sum'], 24)
  const share = (each: readonly Result[]) =>
    each.length === 0 ? '-' : `${each.filter((one) => !isDifferent(one)).length}/${each.length}`
  const print1 = (name: string, each: readonly Result[]) =>
    row(
      name,
      [
        ...conversationRoutes.map((route) => share(each.filter(({ client }) => client === route))),
        share(each),
      ],
      24,
    )
  for (const [name, each] of inOrder(Map.groupBy(results, ({ recording }) => recording.protocol)))
    print1(name, each)
  print1('sum', results)
}

const printDifferences = (
  title: string,
  results: readonly Result[],
  isWanted: (each: Difference) => boolean,
): void => {
  const lines = results.flatMap(({ recording, client, kind, differences }) =>
    differences.filter(isWanted).map(({ what, detail, because }) => {
      const whom = kind === 'own' ? '' : ` to ${client}`
      return `  ${recording.id}${whom}  ${what}: ${detail}${because === undefined ? '' : ` (${because})`}`
    }),
  )
  print(`\n${title}: ${lines.length}`)
  for (const line of lines) print(line)
}

const printNotRelayed = (recordings: ReadonlyMap<Recording, NotRelayed>): void => {
  print('\nnot relayed')
  const groups = Map.groupBy(recordings, ([{ protocol }, { why }]) => `${protocol}: ${why}`)
  for (const [name, each] of inOrder(groups)) print(`${String(each.length).padStart(5)}  ${name}`)
}

/** Prints the whole report. @returns the number of differences without a reason */
export const report = (
  results: readonly Result[],
  notRelayed: ReadonlyMap<Recording, NotRelayed>,
  total: number,
): number => {
  const translated = results.filter(({ kind }) => kind === 'translated')
  printDirect(results.filter(({ kind }) => kind !== 'translated'))
  printTranslated(translated)
  printDifferences('differences that have to be', results, (each) => !isUnexpected(each))
  printNotRelayed(notRelayed)
  printDifferences('differences that should not be', results, isUnexpected)
  const served = new Set(results.map(({ recording }) => recording)).size
  const failed = results.flatMap(({ differences }) => differences).filter(isUnexpected).length
  print(
    `\n${served} recordings served in ${results.length} calls (${translated.length} translated) + ${notRelayed.size} not relayed = ${served + notRelayed.size} of ${total}; ${failed} unexpected differences`,
  )
  return served + notRelayed.size === total ? failed : failed + 1
}
