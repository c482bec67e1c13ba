import { unixSeconds } from '../../clock.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Body } from '../../http/contract.ts'
import { type Page, readPaging, toPage } from '../../http/paging.ts'
import { optionRepository } from '../../options/option-repository.ts'
import { parseOptions } from '../../options/registry.ts'
import type { Services } from '../../services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { missingObjects } from './owned-objects.ts'
import { type OwnedKind, type OwnerRow, ownersRepository } from './owners.repository.ts'

export interface OwnerQuery {
  readonly owner?: string
  readonly kind?: OwnedKind
  readonly p?: number
  readonly page_size?: number
  readonly size?: number
}

/** Records which manifest manages which object. */
export const ownersService = ({ knex, secrets, clock }: Pick<Services, 'knex' | 'secrets' | 'clock'>) => ({
  async list(query: OwnerQuery): Promise<Page<OwnerRow>> {
    const paging = readPaging(query)
    const { rows, total } = await ownersRepository(knex).list(query, paging)
    return toPage(rows, total, paging)
  },

  /**
   * Labels all of the objects or none.
   * @returns the number of labels that changed
   * @throws AppError `owned_object_not_found`, `owner_conflict` for an object with another owner without `take_over`
   */
  async set({ owner, objects, take_over }: Body<'setOwner'>, author: Author): Promise<number> {
    return knex.transaction(async (trx) => {
      const repository = ownersRepository(trx)
      const now = parseOptions(await optionRepository(trx, secrets).readAll())
      let changed = 0
      const label = { owner, updated_time: unixSeconds(clock) }
      const ofKinds = Map.groupBy(objects, (each) => each.kind)
      for (const kind of [...ofKinds.keys()].sort()) {
        const refs = [...new Set(ofKinds.get(kind)?.map(({ ref }) => ref))]
        const [missing] = await missingObjects(trx, kind, refs, now)
        if (missing !== undefined)
          throw new AppError('owned_object_not_found', { values: { kind, ref: missing }, field: 'objects' })
        const added = await repository.add(kind, refs, label)
        const foreign = (await repository.lock(kind, refs)).filter((row) => row.owner !== owner)
        const [first] = foreign
        if (first !== undefined && take_over !== true)
          throw new AppError('owner_conflict', {
            values: { kind, ref: first.ref, owner: first.owner },
            field: 'objects',
          })
        const taken = foreign.map(({ ref }) => ref)
        await repository.replace(kind, taken, label)
        const before = new Map(foreign.map((row) => [row.ref, { owner: row.owner }]))
        for (const ref of [...added, ...taken])
          await recordChange(trx, author, {
            action: 'owner.set',
            targetKind: kind,
            targetId: ref,
            before: before.get(ref),
            after: { owner },
          })
        changed += added.length + taken.length
      }
      return changed
    })
  },

  async remove(kind: OwnedKind, ref: string, author: Author): Promise<void> {
    await knex.transaction(async (trx) => {
      for (const { owner } of await ownersRepository(trx).remove(kind, [ref]))
        await recordChange(trx, author, {
          action: 'owner.remove',
          targetKind: kind,
          targetId: ref,
          before: { owner },
        })
    })
  },
})
