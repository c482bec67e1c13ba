import type { Status } from '../api/use-status.ts'
import { baseAddress } from './snippets.ts'

export interface ChatLink {
  readonly name: string
  readonly link: string
}

/** The chat clients that the site offers; entries that are no name with a link are left out. */
export const chatLinksOf = (status: Status | undefined): readonly ChatLink[] =>
  (status?.chats ?? []).flatMap((entry) =>
    Object.entries(entry)
      .filter((pair): pair is [string, string] => typeof pair[1] === 'string')
      .map(([name, link]) => ({ name, link })),
  )

/**
 * The address that opens a chat client with this gateway and this key filled in.
 * @returns undefined when the configured link is none, or would run something here
 */
export function fillChatLink(link: string, status: Status | undefined, key: string): string | undefined {
  const filled = link
    .replaceAll('{address}', encodeURIComponent(baseAddress(status)))
    .replaceAll('{key}', encodeURIComponent(key))
  try {
    const { protocol } = new URL(filled)
    return /^(javascript|data|vbscript|blob|file):$/i.test(protocol) ? undefined : filled
  } catch {
    return undefined
  }
}
