import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { connect, follow, writeRows } from './feed.ts'

/**
 * Ids are assigned before the commit, so a row can appear below rows that exist already. Only PostgreSQL allows two
 * concurrent writers, so this file belongs to its project alone.
 */
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Inserts a row without committing it: its id is taken, but nobody can see it yet. */
async function beginRow() {
  const trx = await api.services.knex.transaction()
  const [{ id } = { id: 0 }] = await trx('usage_logs')
    .insert({ type: 2, user_id: 1, username: 'root', at_ms: api.clock.now(), model: 'late' })
    .returning<{ id: number }[]>('id')
  return { id: Number(id), commit: () => trx.commit(), rollback: () => trx.rollback() }
}

const isRow = (id: number) => (event: { event: string; data: Record<string, unknown> }) =>
  event.event === 'log' && event.data.id === id

describe('a row that commits after rows with greater ids', () => {
  it('comes to who follows', async () => {
    const reader = await follow(api, api.root)
    const late = await beginRow()
    const [next = 0] = await writeRows(api, 1)
    const { id } = await reader.until(isRow(next))
    expect(id).toBe(`${next}!${late.id}`)
    await late.commit()
    expect((await reader.until(isRow(late.id))).id).toBe(String(next))
    expect(reader.rowIds).toEqual([next, late.id])
    reader.close()
  })

  it('comes to who began to follow while it was open', async () => {
    const late = await beginRow()
    await writeRows(api, 1)
    const reader = await follow(api, api.root)
    await late.commit()
    await reader.until(isRow(late.id))
    expect(reader.rowIds).toEqual([late.id])
    reader.close()
  })

  it.each(['before', 'after'])('comes to who resumes %s the commit', async (when) => {
    const first = await follow(api, api.root)
    const late = await beginRow()
    const [next = 0] = await writeRows(api, 1)
    const { id } = await first.until(isRow(next))
    first.close()
    const others = await writeRows(api, 2)
    if (when === 'after') await late.commit()
    const reader = await connect(api, api.root, '', { 'last-event-id': id })
    await reader.live()
    if (when === 'before') await late.commit()
    await reader.until(isRow(late.id))
    expect(reader.rowIds).toEqual(when === 'after' ? [late.id, ...others] : [...others, late.id])
    reader.close()
  })

  it('comes in pages when a whole batch does', async () => {
    const reader = await follow(api, api.root)
    const trx = await api.services.knex.transaction()
    const row = { type: 2, user_id: 1, at_ms: api.clock.now() }
    const late: { id: number }[] = await trx('usage_logs')
      .insert(Array.from({ length: 250 }, () => row))
      .returning('id')
    const [next = 0] = await writeRows(api, 1)
    const { id } = await reader.until(isRow(next))
    await trx.commit()
    await reader.until(isRow(Number(late.at(-1)?.id)))
    const again = await connect(api, api.root, '', { 'last-event-id': id })
    await again.live()
    const ids = late.map((each) => Number(each.id))
    expect([reader.rowIds, again.rowIds]).toEqual([[next, ...ids], ids])
    for (const each of [reader, again]) each.close()
  })

  it('is waited for a minute and no longer', async () => {
    const reader = await follow(api, api.root)
    const dropped = await beginRow()
    const [next = 0] = await writeRows(api, 1)
    expect((await reader.until(isRow(next))).id).toBe(`${next}!${dropped.id}`)
    await dropped.rollback()
    api.clock.advance(61_000)
    await reader.until(({ id }) => id === String(next))
    reader.close()
  })

  it('is found among very many ids that never come', async () => {
    const reader = await follow(api, api.root)
    const late: Awaited<ReturnType<typeof beginRow>>[] = []
    const kept: number[] = []
    for (let i = 0; i < 150; i += 1) {
      const begun = await beginRow()
      if (i % 50 === 0) late.push(begun)
      else await begun.rollback()
      kept.push(...(await writeRows(api, 1)))
    }
    await reader.until(isRow(kept.at(-1) ?? 0))
    const resumeId = reader.lastId
    for (const each of late) await each.commit()
    await reader.until(isRow(late.at(-1)?.id ?? 0))
    expect(new Set(reader.rowIds)).toEqual(new Set([...kept, ...late.map(({ id }) => id)]))
    expect(reader.rowIds).toHaveLength(kept.length + late.length)
    // The resume id contains ranges: some rows in between may be sent twice, but none is lost.
    expect(resumeId.length).toBeLessThan(2000)
    const again = await connect(api, api.root, '', { 'last-event-id': resumeId })
    await again.live()
    for (const { id } of late) expect(again.rowIds).toContain(id)
    for (const each of [reader, again]) each.close()
  })
})
