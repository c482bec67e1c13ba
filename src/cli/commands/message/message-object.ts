import type { DataOf } from '../../client/contract-types.ts'
import { type Finder, findObject } from '../../client/find-object.ts'
import type { CommandContext, OptionShape } from '../../define-command.ts'
import { readTextFile } from '../../input/secret.ts'
import { findUser } from '../user/user-object.ts'

export type Message = DataOf<'/api/admin/messages/{id}', 'get'>
type Source = Pick<CommandContext, 'api' | 'phrase'>

export const messageFinder = ({ api, phrase }: Source): Finder<Message> => ({
  kind: 'message',
  phrase,
  byId: (id) => api.get('/api/admin/messages/{id}', { path: { id }, isLookup: true }),
  search: (keyword) =>
    api.list('/api/admin/messages/search', { keyword }, { limit: undefined, isLookup: true }),
  nameOf: ({ title }) => title,
})

/** Finds a message by ID or title. @throws CliError 5 when there is none, 6 when several have this title */
export const findMessage = (reference: string, source: Source): Promise<Message> =>
  findObject(reference, messageFinder(source))

/** Converts a time of the contract to unix seconds; 0 = none. */
export const secondsOf = (time: string | null): number => (time === null ? 0 : Date.parse(time) / 1000)

export const contentOptions = {
  content: {
    flag: '--content <text>',
    help: { en: 'Text, in Markdown unless --html', zh: '正文，默认为 Markdown' },
  },
  contentFile: {
    flag: '--content-file <path>',
    help: { en: 'Read the text from a file', zh: '从文件读取正文' },
  },
  html: { flag: '--html', help: { en: 'The text is HTML', zh: '正文为 HTML' } },
} as const satisfies Readonly<Record<string, OptionShape>>

interface Content {
  readonly content: string | undefined
  readonly contentFile: string | undefined
}

/** Reads the content as given; undefined = not given. @throws CliError `usage` for a file that cannot be read */
export const readContent = async (
  { content, contentFile }: Content,
  { phrase }: Pick<CommandContext, 'phrase'>,
): Promise<string | undefined> => (contentFile === undefined ? content : readTextFile(contentFile, phrase))

/** Returns the IDs of accounts given by ID or name. @throws CliError 5 for one that does not exist */
export const recipientIds = async (references: readonly string[], source: Source): Promise<number[]> =>
  Promise.all(references.map(async (each) => (await findUser(each, source)).id))

/** Returns the IDs of all accounts that are not deactivated. */
export async function everybodyIds({ api }: Source): Promise<number[]> {
  const users = await api.list('/api/user/', {}, { limit: undefined, isLookup: true })
  return users.flatMap(({ id, DeletedAt: deletedAt }) => (deletedAt === null ? [id] : []))
}
