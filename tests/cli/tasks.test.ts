import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SunoServer, startSunoServer } from '../support/tasks/suno-server.ts'
import { startTestRelay, type TestRelay } from '../support/test-relay.ts'
import { good, listed, openContractServer } from './support/contract-server.ts'
import { openTerminal } from './support/run-cli.ts'

const aTask = (fields: Readonly<Record<string, unknown>> = {}) => ({
  id: 32,
  created_at: 1_795_160_000,
  updated_at: 1_795_160_058,
  task_id: 'song-1',
  platform: 'suno',
  user_id: 2,
  quota: 50_000,
  quota_exact: '50000',
  action: 'MUSIC',
  status: 'IN_PROGRESS',
  fail_reason: '',
  submit_time: 1_795_160_000,
  start_time: 1_795_160_001,
  finish_time: 0,
  progress: '30%',
  properties: { input: 'a song of the sea', model: 'suno_music' },
  media: [],
  data: null,
  ...fields,
})

const server = await openContractServer()
const terminal = await openTerminal({ TOLLGATE_URL: server.url, TOLLGATE_TOKEN: 'at_secret' })
const run = (line: string) => terminal.run(line.split(' '))
const queries = () =>
  server.calls
    .filter(({ url }) => url.startsWith('/api/task/'))
    .map(({ url }) => {
      const { pathname, searchParams } = new URL(url, 'http://x')
      return [pathname, Object.fromEntries(searchParams)]
    })

beforeEach(() => {
  server.reset()
  server.on('GET /api/status', good({ quota_per_unit: 500_000 }))
})

/** Returns these answers in turn, and repeats the last one. */
const inTurn = (...tasks: readonly unknown[]) => {
  let at = 0
  return () => listed([tasks[Math.min(at++, tasks.length - 1)]])
}

describe('task list', () => {
  test('asks for tasks of every kind, and narrows them as told', async () => {
    server.on('GET /api/task/self', listed([aTask()]))
    server.on('GET /api/task/', listed([aTask({ username: 'alice', channel_id: 4, channel_name: 'suno' })]))
    server.on('GET /api/channel/4', good({ id: 4, name: 'suno' }))
    const own = await run('task list --status IN_PROGRESS')
    expect(own).toMatchObject({ code: 0, stdout: expect.stringMatching(/song-1 .*in progress +30%/) })
    const all = await run(
      'task list --every --platform suno --channel 4 --since 2026-11-20T00:00:00Z -o ndjson',
    )
    expect(JSON.parse(all.stdout)).toMatchObject({ task_id: 'song-1', channel_name: 'suno' })
    expect(queries()).toEqual([
      [
        '/api/task/self',
        expect.objectContaining({ platform: 'midjourney,suno,video', status: 'IN_PROGRESS' }),
      ],
      [
        '/api/task/',
        expect.objectContaining({
          platform: 'suno',
          channel_id: '4',
          start_timestamp: String(Date.parse('2026-11-20T00:00:00Z') / 1000),
        }),
      ],
    ])
  })

  test('a channel is for administrators, who say so', async () => {
    const { code, stderr } = await run('task list --channel 4')
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('--every') })
    expect(queries()).toEqual([])
  })
})

describe('task show', () => {
  test('shows what was asked for, and where the result is', async () => {
    const data = [{ title: 'Sea', audio_url: 'https://cdn.example/1.mp3' }]
    server.on('GET /api/task/self', listed([aTask({ status: 'SUCCESS', progress: '100%', data })]))
    const { code, stdout } = await run('task show song-1')
    expect(code).toBe(0)
    for (const text of ['a song of the sea', 'suno_music', 'succeeded', 'https://cdn.example/1.mp3'])
      expect(stdout).toContain(text)
    expect(queries()[0]).toEqual(['/api/task/self', expect.objectContaining({ task_id: 'song-1' })])
  })

  test('links to a finished video at the gateway, whole: it can be opened and fetched', async () => {
    const path = '/pg/tasks/32/content?kind=video&part=0&user=2&until=1795165200&sign=3f6a'
    const media = [{ kind: 'video', part: 0, url: path }]
    const video = aTask({ platform: 'video', status: 'SUCCESS', data: { seconds: '4' }, media })
    server.on('GET /api/task/self', listed([video]))
    for (const line of ['task show song-1', 'task watch song-1'])
      expect((await run(line)).stdout).toContain(server.url + path)
    const { stdout } = await run('task show song-1 --json')
    expect(JSON.parse(stdout)).toMatchObject({ media: [{ url: server.url + path }] })
  })

  test('says of a task that failed that its cost came back', async () => {
    server.on('GET /api/task/self', listed([aTask({ status: 'FAILURE', progress: '100%' })]))
    for (const line of ['task show song-1', 'task list'])
      expect((await run(line)).stdout).toContain('refunded $0.10')
    server.on('GET /api/task/self', listed([aTask({ status: 'FAILURE', quota: 0, quota_exact: '0' })]))
    expect((await run('task show song-1')).stdout).not.toContain('refunded')
  })

  test('shows lyrics, also where the vendor sent several', async () => {
    const data = [{ title: 'Sea', text: 'The tide comes in' }, { text: 'The tide goes out' }, null]
    server.on('GET /api/task/self', listed([aTask({ status: 'SUCCESS', action: 'LYRICS', data })]))
    const { stdout } = await run('task show song-1')
    for (const text of ['The tide comes in', 'The tide goes out']) expect(stdout).toContain(text)
  })

  test('tells scripts every time in one form, and a vendor’s impossible one as none', async () => {
    const times = { submit_time: 1_795_160_000, start_time: 1_795_160_001, finish_time: 1e300 }
    const data = [{ created_at: 1e300, expires_at: 1_795_160_058 }]
    server.on('GET /api/task/self', listed([aTask({ ...times, data })]))
    const { code, stdout } = await run('task list -o ndjson')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      submit_time: '2026-11-20T07:33:20Z',
      start_time: '2026-11-20T07:33:21Z',
      finish_time: null,
      data: [{ created_at: null, expires_at: '2026-11-20T07:34:18Z' }],
    })
  })
})

describe('task watch', () => {
  const done = aTask({ status: 'SUCCESS', progress: '100%', finish_time: 1_795_160_058 })

  test('elsewhere than on a terminal: a line for each change on standard error, the task on standard output', async () => {
    server.on(
      'GET /api/task/self',
      inTurn(aTask({ status: 'QUEUED', progress: '0%' }), aTask(), aTask(), done),
    )
    const { code, stdout, stderr } = await run('task watch song-1 --json')
    expect(code).toBe(0)
    expect(stderr.trimEnd().split('\n')).toEqual([
      'MUSIC: queued, 0%',
      'MUSIC: in progress, 30%',
      'MUSIC: succeeded, 100%',
    ])
    expect(JSON.parse(stdout)).toMatchObject({ task_id: 'song-1', status: 'SUCCESS' })
  })

  test('a task that fails ends with 12 and says why', async () => {
    const failed = aTask({ status: 'FAILURE', progress: '100%', fail_reason: 'the words are not allowed' })
    server.on('GET /api/task/self', inTurn(failed))
    const { code, stdout } = await run('task watch song-1')
    expect({ code, stdout }).toMatchObject({
      code: 12,
      stdout: expect.stringContaining('the words are not allowed'),
    })
  })

  test('a task that is not done when --wait is over ends with 9', async () => {
    server.on('GET /readyz', good({ status: 'ready' }))
    server.on('GET /api/task/self', inTurn(aTask()))
    const { code, stderr } = await run('task watch song-1 --wait 0.3s')
    expect({ code, stderr }).toMatchObject({
      code: 9,
      stderr: expect.stringContaining('task song-1 is not done yet'),
    })
  })
})

describe('against a daemon', () => {
  let relay: TestRelay
  let suno: SunoServer
  let daemon: Awaited<ReturnType<typeof openTerminal>>
  beforeAll(async () => {
    ;[relay, suno] = await Promise.all([startTestRelay(), startSunoServer()])
    await relay.addChannel({
      name: 'suno-main',
      type: 36,
      key: suno.key,
      base_url: suno.url,
      models: 'suno_music',
    })
    const token = await relay.root.call<string>('GET', '/api/user/token')
    const { port } = relay.api.app.server.address() as AddressInfo
    daemon = await openTerminal({ TOLLGATE_URL: `http://127.0.0.1:${port}`, TOLLGATE_TOKEN: token })
  })
  afterAll(async () => {
    await relay.close()
    await suno.close()
  })
  const submit = async () => {
    const answer = await relay.post('/suno/submit/music', { prompt: 'a song of the sea' })
    return String(((await answer.json()) as { data: unknown }).data)
  }

  test('C-MUSIC-06: a song is listed, followed until its vendor is done, and shown; the log names it with its cost', async () => {
    const id = await submit()
    expect((await daemon.run(['task', 'list', '-q'])).stdout).toBe(`${id}\n`)
    const watching = daemon.run(['task', 'watch', id])
    suno.move(id, { status: 'SUCCESS', data: [{ title: 'Sea', audio_url: 'https://cdn.example/1.mp3' }] })
    await relay.api.services.tasks.pass()
    expect(await watching).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('https://cdn.example/1.mp3'),
      stderr: expect.stringContaining('MUSIC: succeeded, 100%'),
    })
    expect((await daemon.run(['task', 'show', id, '--every'])).stdout).toContain('suno-main')
  })

  test('a song that fails ends with 12, and the log has its charge and the refund', async () => {
    const id = await submit()
    suno.move(id, { status: 'FAILURE', fail_reason: 'the words are not allowed' })
    await relay.api.services.tasks.pass()
    expect(await daemon.run(['task', 'watch', id, '--every'])).toMatchObject({ code: 12 })
    const { stdout } = await daemon.run(['logs', '--limit', '2', '--json'])
    const [refund, charge] = JSON.parse(stdout) as { type: number; content: string; other: object }[]
    expect([refund?.type, charge?.type]).toEqual([4, 2])
    expect(refund?.content).toContain(id)
    expect(charge?.other).toMatchObject({ action: 'MUSIC', task_id: id })
  })
})
