import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { adminPassword, signIn } from '../../support/gateway/admin.ts'
import { startGateway } from '../../support/gateway/gateway-process.ts'
import { startSimulator } from '../../support/simulator/simulator.ts'
import { whenDone } from '../../support/when-done.ts'
import { openBusyGateway } from '../support/busy-gateway.ts'
import { root } from '../support/run-bin.ts'
import { startTerminal } from '../support/terminal.ts'
import { blocksOf, blockWith, readPage, runsTollgate, withoutChance, wordsOfFrame } from './page-blocks.ts'
import { openRecorder } from './readme-record.ts'
import { programsOnPath, startShell } from './stage.ts'

const stale = 'README.md shows something else: npm run sessions records it again'
/** Set by `npm run sessions`. The output is then written to README.md. */
const isRecording = process.env.TOLLGATE_TEST_RECORD === 'readme'

let page: string
beforeAll(async () => {
  page = await readPage('README.md')
})

/** Compares the output with a block of the page, or replaces the block when recording. */
async function expectBlock(block: string, printed: string, meaning: (text: string) => unknown) {
  if (isRecording) {
    page = page.replace(block, () => printed)
    await writeFile(join(root, 'README.md'), page)
  } else expect(meaning(printed), stale).toEqual(meaning(block))
}

const commandsOf = (block: string): readonly string[] =>
  [...block.matchAll(/^\$ (.*)$/gm)].map(([, command = '']) => command)

test('every block of README and docs that runs this program is run by a test', async () => {
  const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter(
    (name) => name.endsWith('.md'),
  )
  const found: string[] = []
  for (const name of pages)
    for (const block of blocksOf(await readPage(name)))
      if (runsTollgate(block)) found.push(`${name}: ${block.heading}`)
  expect(found.filter((each) => !each.startsWith('docs/cli.md: '))).toEqual([
    // Tested below.
    'README.md: From nothing to a metered answer',
    'README.md: From nothing to a metered answer',
    'README.md: What it looks like',
    'README.md: What it looks like',
    'README.md: Provision from files',
    // Run by `provisioning-page.test.ts`. docs/cli.md consists of the examples of help, which `examples-*.test.ts` run.
    ...found.filter((each) => each.startsWith('docs/provisioning.md: ')),
  ])
})

/** Starts a daemon that nobody has set up, and a shell in a folder where `bin/tollgate` is this program. */
async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-readme-'))
  const upstream = await startSimulator({ models: ['gpt-4o', 'gpt-4o-mini'], keys: ['sk-upstream'] })
  const gateway = await startGateway()
  whenDone(async () => {
    await gateway.stop()
    await upstream.close()
    await rm(folder, { recursive: true, force: true })
  })
  const path = await programsOnPath(folder, {})
  await mkdir(join(folder, 'bin'))
  await symlink(join(folder, '.bin', 'tollgate'), join(folder, 'bin', 'tollgate'))
  const env = {
    PATH: path,
    HOME: folder,
    TOLLGATE_URL: gateway.url,
    TOLLGATE_CONFIG_DIR: join(folder, 'config'),
    TOLLGATE_LANG: 'en',
    OPENAI_API_KEY: 'sk-upstream',
    OPENAI_KEY_A: 'sk-upstream',
    OPENAI_KEY_B: 'sk-upstream-b',
  }
  async function shell(script: string) {
    const child = startShell(script, folder, env)
    child.stdin.end()
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { code: code as number | null, stdout, stderr }
  }
  /** Runs a script that must succeed. @returns its output */
  async function run(script: string): Promise<string> {
    const { code, stdout, stderr } = await shell(script)
    expect([script, code, code === 0 ? '' : stderr]).toEqual([script, 0, ''])
    return stdout
  }
  return { folder, upstream, gateway, shell, run }
}

test('the first steps of README lead from nothing to a call whose price is explained', async () => {
  const { upstream, gateway, run } = await openFolder()
  const heading = 'From nothing to a metered answer'
  const created = await run(blockWith(page, heading, 'tollgate setup'))
  const key = created.trim().split('\n').at(-1) ?? ''
  expect(key).toMatch(/^sk-\w{48}$/)
  // The provider in a test has a different URL.
  await run(`bin/tollgate channel edit openai-main --base-url ${upstream.url} --key-env OPENAI_API_KEY`)
  const answer = await run(
    blockWith(page, heading, 'curl ').replace('http://127.0.0.1:3000', gateway.url).replace('sk-...', key),
  )
  expect(answer).toContain('Hello from the simulator')
  const [, id = ''] = /^x-request-id: (req_\w+)/im.exec(answer) ?? []
  const explained = await run(
    blockWith(page, heading, 'tollgate explain').replace('req_01JD8X4M2W0000000000000000', id),
  )
  expect(explained).toMatch(/gpt-4o-mini.*openai-main[\s\S]*routing {3}1 {2}openai-main[\s\S]*price/)
})

test('the files of README are validated, planned, applied and exported with the lines that it shows', async () => {
  const { folder, gateway, shell, run } = await openFolder()
  await signIn(gateway.url)
  await run(`echo ${adminPassword} | bin/tollgate login ${gateway.url} --username root --password-stdin`)
  const heading = 'Provision from files'
  await mkdir(join(folder, 'infra'))
  await writeFile(join(folder, 'infra', 'gateway.yaml'), blockWith(page, heading, 'version: 1'))
  const lines = blockWith(page, heading, 'tollgate validate').trim().split('\n')
  const printed: string[] = []
  for (const line of lines) {
    const { code, stdout, stderr } = await shell(line)
    const wanted = line.includes('--detailed-exitcode') ? 10 : 0
    expect([line, code, code === wanted ? '' : stderr]).toEqual([line, wanted, ''])
    printed.push(stdout)
  }
  expect(printed[2]).toContain('Done: ')
  expect(await run('bin/tollgate plan -f infra/ --detailed-exitcode')).toContain('no changes')
})

test('the session of README is what the terminal prints', async () => {
  const block = blockWith(page, 'What it looks like', '$ tollgate channel list')
  const recorder = await openRecorder()
  const parts: string[] = []
  for (const command of commandsOf(block)) parts.push(`$ ${command}\n${await recorder.record(command)}\n`)
  await expectBlock(block, parts.join('\n'), withoutChance)
})

test('the live screens of README have the words that the terminal shows', async () => {
  const gateway = await openBusyGateway({
    'openai-main': 'gpt-4o-mini',
    'anthropic-main': 'gpt-4o',
    '办公室 ollama': 'o3',
    'vertex-us': 'gemini-2.5-pro',
  })
  const block = blockWith(page, 'What it looks like', ' tollgate top')
  const [frame = '', lines = ''] = block.split(/(?=^\$ tollgate logs)/m)
  const called = ['o3', 'gpt-4o', 'gpt-4o-mini', 'o3', 'gpt-4o-mini'] as const
  const top = await startTerminal(['top'], { columns: 104, rows: 14, env: gateway.env })
  // A recording needs a minute of calls, with one in twenty failing. To compare the words, a few calls are enough.
  for (let n = 0; n < (isRecording ? 300 : called.length); n += 1) {
    const model = called[n % called.length] ?? 'o3'
    const failure = n % 20 === 10 ? { status: 500 } : undefined
    await gateway.call(model === 'o3' ? '报表任务' : 'ci-pipeline', model, failure)
    if (isRecording) await pause(150 + 100 * Math.sin(n / 12))
  }
  if (!isRecording)
    await expect
      .poll(async () => wordsOfFrame(await top.screen()), { message: stale })
      .toEqual(wordsOfFrame(frame))
  await expectBlock(frame, `${await top.until('live')}\n\n`, wordsOfFrame)
  await top.press('q')
  await top.exitCode()

  const [command = ''] = commandsOf(lines)
  const argv = command.split(' ').slice(1)
  const logs = await startTerminal(argv, { columns: 104, rows: 24, env: gateway.env })
  const printed = await logs.until((screen) => /(?:\$0\.\d+[\s\S]*){3}/.test(screen))
  await logs.press('C-c')
  await expectBlock(lines, `$ ${command}\n${printed}\n`, withoutChance)
})
