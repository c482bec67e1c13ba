import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newChannel } from './new-channel.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.services.knex('channels').delete()
})

const left = async () => {
  const page = await api.root.call<{ items: { id: number }[] }>(
    'GET',
    '/api/channel/?id_sort=true&page_size=100',
  )
  return page.items.map((each) => each.id).reverse()
}

describe('DELETE /api/channel/{id}', () => {
  it.each(['', '/'])('200 with the ending %j removes it and its routes', async (slash) => {
    const { id } = await newChannel(api, { models: 'gone' })
    const answer = await api.root.request('DELETE', `/api/channel/${id}${slash}`)
    expect([answer.status, answer.body]).toEqual([200, { success: true, message: '' }])
    expect(await left()).toEqual([])
    expect(api.services.snapshot().routes.get('default')?.get('gone')).toBeUndefined()
  })

  it('404 when it is gone already, 403 for users', async () => {
    const { id } = await newChannel(api)
    const user = await api.createUser('u-delete')
    expect((await user.request('DELETE', `/api/channel/${id}`)).status).toBe(403)
    expect(await left()).toEqual([id])
    await api.root.call('DELETE', `/api/channel/${id}`)
    expect((await api.root.request('DELETE', `/api/channel/${id}`)).body.code).toBe('channel_not_found')
  })
})

describe('POST /api/channel/batch', () => {
  it('200 deletes the selected ones and counts those that were there', async () => {
    const [a, b, c] = [await newChannel(api), await newChannel(api), await newChannel(api)]
    expect(await api.root.call('POST', '/api/channel/batch', { ids: [a.id, c.id, 999_999] })).toBe(2)
    expect(await left()).toEqual([b.id])
  })

  it.each([[{}], [{ ids: [] }]])('400 refuses %j', async (body) => {
    expect((await api.root.request('POST', '/api/channel/batch', body)).body).toMatchObject({
      code: 'selection_required',
    })
  })

  it.each([
    [{ ids: [1.5] }],
    [{ ids: ['1'] }],
    [{ ids: [-1] }],
    [{ ids: 1 }],
    [{ ids: Array(1001).fill(1) }],
    [[1]],
    ['1'],
    [null],
  ])('400 refuses %j', async (body) => {
    expect((await api.root.request('POST', '/api/channel/batch', body)).status).toBe(400)
  })
})

describe('DELETE /api/channel/disabled', () => {
  it('200 deletes status 2 and 3 and keeps 1', async () => {
    const [a, b, c] = [await newChannel(api), await newChannel(api), await newChannel(api)]
    await api.root.call('PUT', '/api/channel/', { id: b.id, status: 2 })
    await api.services.knex('channels').where({ id: c.id }).update({ status: 3 })
    expect(await api.root.call('DELETE', '/api/channel/disabled')).toBe(2)
    expect(await left()).toEqual([a.id])
    expect(await api.root.call('DELETE', '/api/channel/disabled')).toBe(0)
  })
})
