import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { spawnKept } from '../../support/kept-child.ts'
import { startTestApi, type TestApi } from '../../support/test-services.ts'
import { launcher, root } from '../support/run-bin.ts'

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { name?: string; run?: string }[] }>>
}

let api: TestApi
let folder: string
let page: string
beforeAll(async () => {
  api = await startTestApi()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-page-'))
  page = await readFile(join(root, 'docs/provisioning.md'), 'utf8')
  // A stub of the GitHub CLI that records its arguments.
  const gh = '#!/usr/bin/env bash\necho "$@" >> gh.log\ncase "$1" in secret) cat > vault.tsv ;; esac\n'
  await writeFile(join(folder, 'gh'), gh)
  await chmod(join(folder, 'gh'), 0o755)
  return () => api.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    (found) => found[1] ?? '',
  )

/** Runs a script in the folder like the shell of a CI runner, which stops at the first failure. */
async function shell(script: string, env: Readonly<Record<string, string>>) {
  const { port } = api.app.server.address() as AddressInfo
  const own = Object.entries(process.env).filter(([name]) => !/^(TOLLGATE_|CI$|GITHUB_)/.test(name))
  const child = spawnKept('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: {
      ...Object.fromEntries(own),
      PATH: `${folder}:${dirname(launcher)}:${process.env.PATH}`,
      TOLLGATE_URL: `http://127.0.0.1:${port}`,
      TOLLGATE_CONFIG_DIR: join(folder, 'config'),
      TOLLGATE_LANG: 'en',
      TOLLGATE_NO_INPUT: '1',
      ...env,
    },
  })
  child.stdin.end()
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { code, stdout, stderr }
}

const tokenIn = async (name: string): Promise<string> => {
  const { data } = JSON.parse(await readFile(join(folder, name), 'utf8')) as { data: { token: string } }
  return data.token
}

it('terminal 2 and 8: docs/provisioning.md works as printed, from an empty folder to drift detection', {
  timeout: 240_000,
}, async () => {
  const { token } = await api.root.call<{ token: string }>('POST', '/api/access_token/', {
    name: 'by hand',
    scopes: ['*'],
  })
  for (const block of blocks('sh')) {
    const { code, stderr } = await shell(block, { TOLLGATE_TOKEN: token, OPENAI_KEY: 'sk-example' })
    expect([code, code === 0 ? '' : `${block}\n${stderr}`]).toEqual([0, ''])
  }
  expect(await readFile(join(folder, 'keys.tsv'), 'utf8')).toMatch(/^ci\tsk-\w{48}\n$/)
  await rm(join(folder, 'keys.tsv'))

  const [source = ''] = blocks('yaml')
  const { jobs } = parse(source) as Workflow
  const runs = async (job: string, tokenFile: string) => {
    const steps = jobs[job]?.steps.filter(
      ({ name, run }) => run !== undefined && name !== 'Install the terminal',
    )
    return shell(steps?.map(({ run }) => run).join('\n') ?? 'false', {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
      PULL_REQUEST: '7',
      OPENAI_KEY: 'sk-example',
      TOLLGATE_TOKEN: await tokenIn(tokenFile),
    })
  }
  const unchanged = await runs('drift', 'plan-token.json')
  expect([unchanged.code, unchanged.stderr]).toEqual([0, ''])

  const gateway = join(folder, 'infra/gateway.yaml')
  const before = await readFile(gateway, 'utf8')
  await writeFile(gateway, before.replace('tokens:\n', 'tokens:\n  nightly: { quota: 1usd }\n'))
  const review = await runs('review', 'plan-token.json')
  expect([review.code, review.stderr]).toEqual([0, ''])
  expect(await readFile(join(folder, 'summary.md'), 'utf8')).toContain('| `+` | token nightly |')
  expect((await runs('plan', 'plan-token.json')).code).toBe(0)
  const applied = await runs('apply', 'apply-token.json')
  expect([applied.code, applied.stdout]).toEqual([0, expect.stringContaining('Done: 1 added')])
  const key = (await readFile(join(folder, 'vault.tsv'), 'utf8')).trim().split('\t')[1] ?? ''
  expect(key).toMatch(/^sk-\w{48}$/)
  const log = (applied.stdout + applied.stderr).replaceAll(/^::add-mask::.*$/gm, '')
  expect(log).not.toContain(key.slice(3))

  await api.root.call('PUT', '/api/option/', { key: 'RetryTimes', value: '9' })
  expect((await runs('drift', 'plan-token.json')).code).toBe(1)
  expect(await readFile(join(folder, 'drift.md'), 'utf8')).toContain('option RetryTimes | value 9 -&#62; 3')
  expect(await readFile(join(folder, 'gh.log'), 'utf8')).toMatch(
    /^pr comment 7 .*\nsecret set GATEWAY_KEYS .*\nissue create .*\n$/,
  )
})

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** `npm ci` refuses a lock file that lacks a package that another one names, even an optional one of another system. */
it('the workflow and the image install the terminal with a command that takes the lock file as it is', async () => {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>
  }
  const locked = new Set(Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, '')))
  const isWhole = Object.values(lock.packages).every((each) =>
    Object.keys({ ...each.dependencies, ...each.optionalDependencies }).every((name) => locked.has(name)),
  )
  const image = await readFile(join(root, 'deploy/Dockerfile'), 'utf8')
  for (const [, command] of `${page}\n${image}`.matchAll(/^(?!#).*\bnpm (ci|install)\b/gm))
    expect(isWhole ? ['ci', 'install'] : ['install']).toContain(command)
})
