import { CliError } from '../cli-error.ts'
import type { Api } from '../client/api.ts'
import { channelStatus, listChannelTypes } from '../commands/channel/channel-object.ts'
import { codeStatus } from '../commands/code/code-object.ts'
import { readGroups } from '../commands/group/group-object.ts'
import { tokenStatus } from '../commands/token/token-object.ts'
import { roleName, userStatus } from '../commands/user/user-object.ts'
import type { Command, CommandContext, PickKind } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { loadScreen } from '../ui/screen/terminal.ts'
import { localTime } from '../ui/time.ts'

/** A choice: the value passed to the command, and the cells shown for it. */
interface Pickable {
  readonly value: string
  readonly cells: readonly string[]
}

/** The first page of matches, and their total number. */
interface Pickables {
  readonly rows: readonly Pickable[]
  readonly total: number
}

const pageSize = 100

/**
 * Lets the user choose the optional positionals that no flag replaces.
 * @returns the completed values; unchanged when nothing is missing
 * @throws CliError `interrupted` when nothing is chosen
 */
export async function pickMissing<V extends Readonly<Record<string, unknown>>>(
  command: Command,
  values: V,
  context: CommandContext,
): Promise<V> {
  const { settings } = context
  const picked: Record<string, string | readonly string[]> = {}
  for (const [key, { name, pick, pickUnless }] of Object.entries(command.args)) {
    if (pick === undefined || values[key] !== undefined) continue
    if (name.startsWith('<') || pickUnless === undefined || values[pickUnless] !== undefined) continue
    if (settings.mayAsk) {
      const value = await pickValue(pick, context)
      picked[key] = name.includes('...') ? [value] : value
    }
  }
  return { ...values, ...picked }
}

/** Lets the user choose one object. @throws CliError `interrupted` when nothing is chosen */
export async function pickValue(kind: PickKind, context: CommandContext): Promise<string> {
  const { io, phrase } = context
  const { pickOne } = await loadScreen(() => import('../ui/screen/picker.tsx'))
  const question = {
    label: phrase(`pick.${kind}`),
    none: phrase('pick.none', { kind: phrase(`kind.${kind}`) }),
    load: (query: string) => pickables[kind](context, query),
  }
  return pickOne(question, { io, phrase })
}

type Source = Pick<CommandContext, 'api' | 'phrase' | 'contexts'>

const pickables: Readonly<Record<PickKind, (source: Source, query: string) => Promise<Pickables>>> = {
  async channel({ api, phrase }, keyword) {
    const [found, types] = await Promise.all([
      firstPage((extent) => api.list('/api/channel/search', { keyword }, extent)),
      listChannelTypes(api),
    ])
    const slugOf = (type: number): string => types.find((each) => each.type === type)?.slug ?? String(type)
    return page(found, ({ id, name, type, status, models }) => ({
      value: String(id),
      cells: [name, slugOf(type), channelStatus(status, phrase), models],
    }))
  },
  async token({ api, phrase }, keyword) {
    const found = await firstPage((extent) => api.list('/api/token/search', { keyword }, extent))
    return page(found, ({ id, name, status, group }) => ({
      value: String(id),
      cells: [name, tokenStatus(status, phrase), group],
    }))
  },
  async code({ api, phrase }, keyword) {
    const found = await firstPage((extent) => api.list('/api/redemption/search', { keyword }, extent))
    return page(found, ({ id, name, status, created_time: created }) => ({
      value: String(id),
      cells: [name, `#${id}`, codeStatus(status, phrase), localTime(created)],
    }))
  },
  async user({ api, phrase }, keyword) {
    const found = await firstPage((extent) => api.list('/api/user/search', { keyword }, extent))
    return page(found, (user) => ({
      value: String(user.id),
      cells: [
        user.username,
        user.display_name,
        roleName(user.role, phrase),
        userStatus(user, phrase),
        user.group,
      ],
    }))
  },
  async context({ contexts }) {
    const stored = await contexts.read()
    return whole(
      Object.entries(stored.contexts).map(([name, { url, user }]) => ({
        value: name,
        cells: [name, url, user?.username ?? '', name === stored.current ? '*' : ''],
      })),
    )
  },
  async model({ api }) {
    const models = await api.get('/api/user/models', { isLookup: true })
    return whole(models.toSorted().map((model) => ({ value: model, cells: [model] })))
  },
  async price({ api }) {
    const prices = await api.get('/api/pricing', { isLookup: true })
    return whole(
      prices.map(({ model_name: model, owner_by: owner }) => ({ value: model, cells: [model, owner] })),
    )
  },
  async group(source) {
    const groups = await readGroups(source)
    return whole(
      groups.map(({ name, ratio, description }) => ({
        value: name,
        cells: [name, ratio, description ?? ''],
      })),
    )
  },
  async request({ api }) {
    const found = await firstPage((extent) => recentRequests(api, extent))
    return page(
      { ...found, rows: found.rows.filter((row) => row.request_id !== '') },
      ({ request_id: id, created_at: at, model_name: model, token_name: token }) => ({
        value: id,
        cells: [id, localTime(at), model, token],
      }),
    )
  },
  async message({ api }, keyword) {
    const found = await firstPage((extent) => api.list('/api/admin/messages/search', { keyword }, extent))
    return page(found, ({ id, title, created_at: at }) => ({
      value: String(id),
      cells: [title, `#${id}`, localTime(Date.parse(at) / 1000)],
    }))
  },
  async channelType({ api }) {
    const types = await listChannelTypes(api)
    return whole(types.map(({ slug, label }) => ({ value: slug, cells: [slug, label] })))
  },
  async option({ api }) {
    const options = await api.get('/api/option/', { isLookup: true })
    return whole(
      options.map(({ key, value, is_secret: isSecret }) => ({
        value: key,
        cells: [key, isSecret ? '' : value.slice(0, 100)],
      })),
    )
  },
}

interface Extent {
  readonly limit: number
  readonly isLookup: true
  onCut(shown: number, total: number): void
}

interface Page<T> {
  readonly rows: readonly T[]
  readonly total: number
}

async function firstPage<T>(list: (extent: Extent) => Promise<readonly T[]>): Promise<Page<T>> {
  let all: number | undefined
  const rows = await list({
    limit: pageSize,
    isLookup: true,
    onCut: (_, total) => {
      all = total
    },
  })
  return { rows, total: all ?? rows.length }
}

const page = <T>({ rows, total }: Page<T>, show: (row: T) => Pickable): Pickables => ({
  rows: rows.map(show),
  total,
})

const whole = (rows: readonly Pickable[]): Pickables => ({ rows, total: rows.length })

/** Lists the newest requests to choose from: all requests for administrators, their own for other users. */
async function recentRequests(api: Api, { limit, isLookup }: Extent) {
  try {
    return await api.list('/api/log/', { type: 2 }, { limit, isLookup })
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode !== exitCodes.notAllowed) throw error
    return api.list('/api/log/self', { type: 2 }, { limit, isLookup })
  }
}
