import { CliError } from '../../cli-error.ts'
import type { CommandContext } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { nearest } from '../../manifest/suggest.ts'

/**
 * Warns about groups that do not exist. The server accepts them, because a channel may be created before its group.
 * Such a channel gets no calls, and without the warning a misspelled name would go unnoticed.
 *
 * @param groups comma-separated
 */
export async function warnUnknownGroups(
  groups: string,
  { api, phrase, say }: Pick<CommandContext, 'api' | 'phrase' | 'say'>,
): Promise<void> {
  const known = await readNames(api)
  if (known === undefined) return
  const wanted = new Set(groups.split(',').map((each) => each.trim()))
  for (const name of wanted) {
    if (name === '' || known.includes(name)) continue
    const suggestion = nearest(name, known)
    say(phrase('say.groupUnknown', { name }))
    say(
      suggestion === undefined
        ? phrase('hint.createGroup', { name })
        : phrase('hint.didYouMean', { suggestion }),
    )
  }
}

/**
 * Reads the names of all groups.
 * @returns undefined if the access token may not read groups; it may still write channels
 */
async function readNames(api: CommandContext['api']): Promise<readonly string[] | undefined> {
  try {
    return await api.get('/api/group/', { isLookup: true })
  } catch (error) {
    if (error instanceof CliError && error.exitCode === exitCodes.notAllowed) return undefined
    throw error
  }
}
