import { access } from '../../openapi/access.gen.ts'
import { createContextFile } from './client/context-file.ts'
import type { Command } from './define-command.ts'
import type { Phrase } from './phrases/phrases.ts'
import { clientOptions } from './shared-options.ts'

/** The lowest role for each access level of the contract. */
const leastRole = { public: 0, optional: 0, user: 1, admin: 10, root: 100 } as const

/** Whether this role may use a command, that is, call every operation it needs. */
export const mayUse = ({ operations, shownFrom }: Command, role: number): boolean =>
  role >= shownFrom && operations.every((id) => role >= leastRole[access[id]])

/**
 * Finds the role this command line would act with: that of the context, unless the token comes from the environment and
 * may belong to anyone.
 * @returns undefined when the role is unknown
 */
export async function knownRole(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  phrase: Phrase,
): Promise<number | undefined> {
  if (env.TOLLGATE_TOKEN || argv.some((word) => word.startsWith(urlFlag))) return undefined
  // Help must work whatever state the file is in; the command itself reports a broken file.
  const stored = await createContextFile(env, phrase)
    .read()
    .catch(() => undefined)
  const at = argv.findIndex((word) => word === contextFlag || word.startsWith(`${contextFlag}=`))
  const typed = argv[at]?.includes('=') ? argv[at]?.split('=')[1] : argv[at + 1]
  const name = (at < 0 ? undefined : typed) || env.TOLLGATE_CONTEXT || stored?.current || 'default'
  const context = stored?.contexts[name]
  return context?.token === undefined ? undefined : context.user?.role
}

const flagName = (flag: string): string => flag.split(' ')[0] ?? flag
const contextFlag = flagName(clientOptions.context.flag)
const urlFlag = flagName(clientOptions.url.flag)
