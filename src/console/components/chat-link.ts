import type { Status } from '../api/use-status.ts'
import { baseAddress } from './snippets.ts'

export interface ChatLink {
  readonly name: string
  readonly link: string
}

/** Returns the chat clients that the site offers. Entries that are not a name with a link are left out. */
export const chatLinksOf = (status: Status | undefined): readonly ChatLink[] =>
  (status?.chats ?? []).flatMap((entry) =>
    Object.entries(entry)
      .filter((pair): pair is [string, string] => typeof pair[1] === 'string')
      .map(([name, link]) => ({ name, link })),
  )

/**
 * Builds the link that opens a chat client with this gateway and this key filled in.
 * @returns undefined when the configured link is not a URL or would run something in this page
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
