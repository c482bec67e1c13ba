import { findChannelType } from '../../channels/channel-kind.ts'
import { loadChannels } from '../../channels/load-channels.ts'
import { announce } from '../../db/changes.ts'
import { AppError } from '../../errors/app-error.ts'
import { type Actor, ROLE } from '../../http/actor.ts'
import { modelsOfAll } from '../../relay/route/snapshot.ts'
import type { Services } from '../../services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { firstKey, readBaseUrl } from './channel-input.ts'

export interface ModelProbe {
  readonly type: number
  readonly base_url?: string
  readonly key?: string
  readonly other?: string
}

/** Calls upstreams on behalf of administrators, and reads and repairs the routes of all channels. */
export const channelCallsService = (
  services: Pick<Services, 'channelCalls' | 'snapshot' | 'knex' | 'secrets' | 'changes' | 'clock' | 'log'>,
) => {
  const { channelCalls, snapshot } = services
  return {
    /** @throws AppError `channel_not_found`, `channel_test_unsupported`, `channel_test_failed` */
    test: (id: number, model: string | undefined) => channelCalls.test(id, model?.trim() || undefined),

    /** @throws AppError `channel_not_found`, `channel_test_unsupported` */
    trial: (id: number, model: string | undefined, { role }: Actor) =>
      channelCalls.trial(id, model?.trim() || undefined, role >= ROLE.root),

    /** @throws AppError `channel_test_running` */
    testAll(): void {
      if (!channelCalls.testAll()) throw new AppError('channel_test_running')
    },

    /**
     * @throws AppError `channel_not_found`, `channel_balance_unsupported`, `channel_changed`, `channel_unreachable`,
     *   `upstream_error`
     */
    updateBalance: (id: number) => channelCalls.updateBalance(id),

    /** @throws AppError `channel_test_running` */
    updateAllBalances(): void {
      if (!channelCalls.updateAllBalances()) throw new AppError('channel_test_running')
    },

    progress: () => channelCalls.progress(),

    /** @throws AppError `channel_not_found`, `fetch_models_failed` */
    fetchModels: (id: number) => channelCalls.fetchModels(id),

    /** @throws AppError `channel_type_unknown`, `channel_base_url_invalid`, `fetch_models_failed` */
    fetchModelsFor(probe: ModelProbe) {
      const { type } = findChannelType(probe.type)
      const baseUrl = readBaseUrl(probe.base_url ?? '')
      const key = firstKey(probe.key ?? '', type)
      const other = probe.other?.trim() ?? ''
      return channelCalls.fetchModelsFor({ type, baseUrl, key, other })
    },

    /**
     * Returns the names, as clients write them, of the models of every enabled channel whose models are offered,
     * sorted.
     */
    enabledModels: (): string[] => [...modelsOfAll(snapshot().routes)],

    /**
     * Compares the routes in memory with the stored channels and makes every daemon rebuild its routes.
     * @returns the number of channels whose routes differed from the database; normally 0
     */
    async fix(author: Author): Promise<number> {
      const { knex, secrets, changes, clock, log } = services
      const stored = await loadChannels(knex, secrets, (channelId, cause) =>
        log.warn({ channelId, err: cause }, 'A channel cannot be read and stays out of the routes.'),
      )
      const routed = snapshot().channels
      const known = new Set(stored.map((each) => each.id))
      const outdated = stored.filter((each) => !isSame(each, routed.get(each.id)))
      const leftOver = [...routed.keys()].filter((id) => !known.has(id))
      const repaired = outdated.length + leftOver.length
      await knex.transaction(async (trx) => {
        await recordChange(trx, author, {
          action: 'channel.fix',
          targetKind: 'channel',
          targetId: '',
          before: undefined,
          after: { repaired },
        })
        await announce(trx, 'channels', '', clock)
      })
      await changes.changed('channels')
      return repaired
    },
  }
}

/** Compares two channels. Maps are compared by their entries; everything else is plain data. */
const isSame = (a: unknown, b: unknown): boolean => toText(a) === toText(b)
const toText = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (each instanceof Map ? [...each] : each)) ?? ''
