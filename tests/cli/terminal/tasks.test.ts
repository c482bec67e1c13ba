import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type StoredTask, storeTasks } from '../../support/tasks/stored-tasks.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'
import type { Caller } from '../../support/test-services.ts'
import { whenDone } from '../../support/when-done.ts'
import { startTerminal, type TerminalOptions } from '../support/terminal.ts'

/** Tests tasks on live screens: `tollgate top` and `tollgate logs -f`. */

let relay: TestRelay
let alice: Caller
let tokens: { readonly root: string; readonly alice: string }

beforeAll(async () => {
  relay = await startTestRelay()
  whenDone(() => relay.close())
  alice = await relay.api.createUser('alice')
  const tokenOf = (who: Caller) => who.call<string>('GET', '/api/user/token')
  tokens = { root: await tokenOf(relay.root), alice: await tokenOf(alice) }
})
beforeEach(() => relay.api.services.knex('tasks').delete())

const open = (argv: readonly string[], options: TerminalOptions = {}, token = tokens.root) =>
  startTerminal(argv, {
    ...options,
    env: { TOLLGATE_URL: relay.url, TOLLGATE_TOKEN: token, TOLLGATE_CONFIG_DIR: '/nonexistent' },
  })
const store = (task: Partial<StoredTask>) =>
  storeTasks(relay.api.services.knex, [
    { status: 'IN_PROGRESS', progress: 40, submitMs: Date.now() - 65_000, ...task },
  ])
/** Updates a task as the poller does when an upstream reports its progress. */
const move = (publicId: string, columns: Readonly<Record<string, unknown>>) =>
  relay.api.services.knex('tasks').where({ public_id: publicId }).update(columns)
const ended = { is_open: 0, progress: 100, finish_ms: Date.now() }
const linesWith = (screen: string, text: string) => screen.split('\n').filter((line) => line.includes(text))

test('top: each running task is one line that changes, says how it ended, and goes', async () => {
  await store({ publicId: 'mine' })
  await store({ publicId: 'song', action: 'MUSIC', model: 'suno_music', userId: alice.id, platform: 'suno' })
  await store({ publicId: 'done', status: 'SUCCESS', action: 'UPSCALE' })
  const terminal = await open(['top'], { columns: 80, rows: 24 })
  const screen = await terminal.until(/IMAGINE +mj_imagine +root +[█▏▎▍▌▋▊▉]+ +40 % +\d:\d\d/)
  expect(screen).toMatch(/TASK +MODEL +USER +PROGRESS +AGE/)
  expect(screen).toMatch(/MUSIC +suno_music +alice +\S+ +40 %/)
  expect(screen).not.toContain('UPSCALE')
  expect(screen.split('\n')).toHaveLength(24)
  await move('mine', { progress: 70 })
  const moved = await terminal.until(/IMAGINE .* 70 % /)
  expect(linesWith(moved, 'IMAGINE')).toHaveLength(1)
  await move('mine', { ...ended, status: 'SUCCESS' })
  await move('song', { ...ended, status: 'FAILURE' })
  await terminal.until((text) => /IMAGINE .* succeeded +/.test(text) && /MUSIC .* failed +/.test(text))
  await terminal.until((text) => !text.includes('PROGRESS') && text.includes('[q]uit'))
  await terminal.press('q')
  expect(await terminal.exitCode()).toBe(0)
})

test('top: in any window the table keeps its place, and users see their own tasks', async () => {
  for (let count = 0; count < 12; count += 1)
    await store({ publicId: `s${count}`, action: 'MUSIC', model: 'suno_music', userId: alice.id })
  await store({ publicId: 'of-root' })
  const terminal = await open(['top'], { columns: 80, rows: 24 }, tokens.alice)
  const screen = await terminal.until(/and \d+ more/)
  expect(screen).toMatch(/TASK +MODEL +PROGRESS +AGE/)
  expect(screen).not.toContain('IMAGINE')
  const [shown, more] = [linesWith(screen, 'MUSIC').length, Number(/and (\d+) more/.exec(screen)?.[1])]
  expect([shown + more, screen.split('\n').length]).toEqual([12, 24])
  await terminal.resize(36, 14)
  await terminal.until(
    (text) => text.split('\n').length === 14 && /TASK +PROGRESS +AGE\n MUSIC +40 % +\d:\d\d/.test(text),
  )
  await terminal.resize(50, 14)
  await terminal.until(/MUSIC +suno_music +40 % +\d:\d\d/)
  await terminal.resize(80, 8)
  await terminal.until((text) => text.split('\n').length === 8 && !text.includes('MUSIC'))
  await terminal.resize(120, 40)
  await terminal.until((text) => /MUSIC +suno_music +[█▏▎▍▌▋▊▉]+ +40 %/.test(text))
  await terminal.press('p')
  await terminal.until('paused at')
  await relay.api.services.knex('tasks').where({ is_open: 1 }).update({ progress: 55 })
  await store({ publicId: 'later', action: 'LYRICS', userId: alice.id })
  await terminal.press('p')
  const resumed = await terminal.until(/LYRICS/)
  expect(resumed).toContain('55 %')
  await terminal.press('q')
})

test('logs -f: the line of a running task changes in place, and its last form stays', async () => {
  const terminal = await open(['logs', '-f', '--limit', '1'], { columns: 100, rows: 24 })
  await terminal.until(/ live +\d+ rows/)
  await store({ publicId: 'mine', status: 'QUEUED', progress: 0 })
  await terminal.until(/mj_imagine .*IMAGINE {2}queued 0%/)
  await move('mine', { status: 'IN_PROGRESS', progress: 40 })
  await terminal.until(/IMAGINE {2}in progress 40%/)
  await move('mine', { progress: 70 })
  const moved = await terminal.until(/IMAGINE {2}in progress 70%/)
  expect(linesWith(moved, 'IMAGINE')).toHaveLength(1)
  await store({ publicId: 'song', action: 'MUSIC', model: 'suno_music', userId: alice.id, platform: 'suno' })
  await terminal.until(/suno_music +alice +.*MUSIC {2}in progress 40%/)
  await move('mine', { ...ended, status: 'FAILURE', fail_reason: 'banned word' })
  await terminal.until(/IMAGINE {2}failed: banned word {2}refunded \$0\.10/)
  await move('song', { ...ended, status: 'SUCCESS' })
  await terminal.until(/MUSIC {2}succeeded {2}\$0\.10/)
  await terminal.press('q')
  expect(await terminal.exitCode()).toBe(0)
  const left = await terminal.screen()
  expect([linesWith(left, 'IMAGINE').length, linesWith(left, 'MUSIC').length]).toEqual([1, 1])
  expect(left).not.toMatch(/in progress|queued/)
})

test('logs -f: filters hold for tasks too', async () => {
  const terminal = await open(['logs', '-f', '--limit', '1', '--user', 'alice'], { columns: 100 })
  await terminal.until(/ live +\d+ rows/)
  await store({ publicId: 'mine' })
  await store({ publicId: 'song', action: 'MUSIC', model: 'suno_music', userId: alice.id, platform: 'suno' })
  expect(await terminal.until('MUSIC')).not.toContain('IMAGINE')
  await terminal.press('e')
  await terminal.until((text) => text.includes('errors only') && !text.includes('MUSIC'))
  await terminal.press('q')
})
