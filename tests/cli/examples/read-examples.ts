import { commandIndex } from '../../../src/cli/command-index.ts'

export interface Example {
  /** The command whose help shows the example. */
  readonly path: string
  /** The line as printed. */
  readonly line: string
}

/** Reads the examples in the help of every command from the command tree. */
export async function readExamples(): Promise<readonly Example[]> {
  const commands = await Promise.all(commandIndex.map(({ load }) => load()))
  return commands.flatMap(({ path, examples }) => examples.map((line) => ({ path, line })))
}

/**
 * Returns the keys under which an example can have preconditions, most general first: `channel`, `channel edit`, and
 * the line itself.
 */
export const keysOf = ({ path, line }: Example): readonly string[] => [
  ...new Set([path.split(' ')[0] ?? '', path, line]),
]

/** Returns the examples of every n-th noun. This splits the work between files and keeps each noun on one daemon. */
export function shareOf(examples: readonly Example[], part: number, parts: number): readonly Example[] {
  const nouns = [...new Set(examples.map(({ path }) => path.split(' ')[0]))]
  return examples.filter(({ path }) => nouns.indexOf(path.split(' ')[0]) % parts === part - 1)
}
