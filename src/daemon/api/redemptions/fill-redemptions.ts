import type { Knex } from 'knex'
import { unixSeconds } from '../../clock.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Actor } from '../../http/actor.ts'
import type { Body, Data } from '../../http/contract.ts'
import type { Services } from '../../services.ts'
import { recordChanges } from '../audit-events/record-change.ts'
import { takeNameTurn } from '../bulk/name-turn.ts'
import { checkMayLabel, labelNew, labelsOf } from '../bulk/new-labels.ts'
import { accepted, type BulkAuthor, isFit, orRefusal, refused } from '../bulk/outcomes.ts'
import { readKeys, toNewColumns } from './new-redemptions.ts'
import { toNewRedemptionFacts } from './redemption-answer.ts'
import { REDEMPTION_KEY_CONTEXT, redemptionKeyHash } from './redemption-key.ts'
import { redemptionsRepository } from './redemptions.repository.ts'

/** Maximum number of codes per call; encrypting more would block the daemon. */
const CODES_MAX = 1000

type CodeSet = Body<'fillRedemptions'>['sets'][number]
type Outcome = Data<'fillRedemptions'>[number]

/**
 * Creates as many codes as are missing to reach the wanted numbers, all in one transaction with their labels.
 *
 * @throws AppError `redemption_too_many`; `insufficient_scope` if the caller may not set labels
 */
export async function fillRedemptions(
  services: Pick<Services, 'knex' | 'engine' | 'secrets' | 'clock'>,
  actor: Actor,
  { sets, owner }: Body<'fillRedemptions'>,
  { author, language }: BulkAuthor,
): Promise<Outcome[]> {
  checkMayLabel(actor, owner)
  const nowSeconds = unixSeconds(services.clock)
  return services.knex.transaction(async (trx) => {
    await takeNameTurn(trx, 'redemptions', services)
    const outcomes: Outcome[] = []
    const filled: Filled[] = []
    let made = 0
    for (const set of sets) {
      const before = await redemptionsRepository(trx).countByName(set.name.trim())
      const missing = Math.max(0, set.count - before)
      made += missing
      if (made > CODES_MAX)
        throw new AppError('redemption_too_many', { field: 'sets', values: { max: CODES_MAX } })
      const result = await orRefusal(() =>
        fill(trx, set, missing, { services, creatorId: author.id, nowSeconds }),
      )
      if (!isFit(result)) {
        outcomes.push({ ...refused(result, language), created: 0, count: 0 })
        continue
      }
      if (missing > 0) filled.push(result)
      const label = missing > 0 ? (owner ?? '') : ''
      outcomes.push({
        ...accepted(label),
        outcome: missing > 0 ? 'created' : 'exists',
        created: missing,
        count: before + missing,
      })
    }
    await recordChanges(
      trx,
      author,
      filled.map(({ ids, facts }) => ({
        action: 'redemption.create',
        targetKind: 'redemption',
        targetId: ids.join(','),
        after: {
          ...toNewRedemptionFacts(facts),
          count: ids.length,
          ...(owner === undefined ? {} : { owner }),
        },
      })),
    )
    const names = filled.map(({ facts }) => facts.name)
    await labelNew(trx, { kind: 'code', refs: names, owner, nowSeconds })
    const labels = await labelsOf(
      trx,
      'code',
      sets.map(({ name }) => name.trim()),
    )
    return outcomes.map((each, at) =>
      each.outcome === 'refused' ? each : { ...each, owner: labels.get(sets[at]?.name.trim() ?? '') ?? '' },
    )
  })
}

interface Filled {
  readonly ids: readonly number[]
  readonly facts: ReturnType<typeof toNewColumns>
}

/** Creates the missing codes of one set. Everything that can be refused is checked before anything is written. */
async function fill(
  trx: Knex.Transaction,
  set: CodeSet,
  missing: number,
  from: {
    readonly services: Pick<Services, 'secrets'>
    readonly creatorId: number
    readonly nowSeconds: number
  },
): Promise<Filled> {
  const { secrets } = from.services
  const repository = redemptionsRepository(trx)
  const facts = toNewColumns(set, from.creatorId, from.nowSeconds)
  const keys = readKeys({ ...set, count: set.key ? set.count : missing })
  if (missing === 0) return { ids: [], facts }
  if (await repository.hasOtherUnused(facts)) throw new AppError('redemption_set_differs', { field: 'name' })
  const rows = keys.map((key) => ({
    ...facts,
    key_hash: redemptionKeyHash(key, secrets),
    key_ciphertext: secrets.seal(key, REDEMPTION_KEY_CONTEXT),
  }))
  if (set.key && (await repository.isKeyTaken(rows[0]?.key_hash ?? '')))
    throw new AppError('redemption_key_taken', { field: 'key' })
  return { ids: await repository.insertMany(rows), facts }
}
