import { commandIndex } from '../../../src/cli/command-index.ts'

export interface Example {
  /** Of the command whose help shows it. */
  readonly path: string
  /** As printed. */
  readonly line: string
}

/** Every example of the help of every command, from the tree of commands itself. */
export async function readExamples(): Promise<readonly Example[]> {
  const commands = await Promise.all(commandIndex.map(({ load }) => load()))
  return commands.flatMap(({ path, examples }) => examples.map((line) => ({ path, line })))
}

/** What a precondition may be stated for, the widest first: `channel`, `channel edit`, and the line itself. */
export const keysOf = ({ path, line }: Example): readonly string[] => [
  ...new Set([path.split(' ')[0] ?? '', path, line]),
]

/** The examples of every so-manieth noun, so that files share the work and each noun keeps to one daemon. */
export function shareOf(examples: readonly Example[], part: number, parts: number): readonly Example[] {
  const nouns = [...new Set(examples.map(({ path }) => path.split(' ')[0]))]
  return examples.filter(({ path }) => nouns.indexOf(path.split(' ')[0]) % parts === part - 1)
}
