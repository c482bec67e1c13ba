import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../support/test-services.ts'
import { runBin } from '../support/run-bin.ts'
import { type CliOptions, openTerminal, type Terminal } from '../support/run-cli.ts'

let api: TestApi
let terminal: Terminal
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-apply-'))
  terminal = await openTerminal()
})
afterAll(() => rm(directory, { recursive: true, force: true }))

// Each test has its own server, so it sees no data of earlier tests.
beforeEach(async () => {
  api = await startTestApi()
  return () => api.close()
})

interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const file = async (name: string, text: string | Buffer): Promise<string> => {
  const path = join(directory, name)
  await writeFile(path, text)
  return path
}

/** Runs a command as the super administrator, with the given variables. */
async function run(
  line: string,
  env: Readonly<Record<string, string>> = {},
  options: CliOptions = {},
): Promise<Run> {
  const { token } = await api.root.call<{ token: string }>('POST', '/api/access_token/', {
    name: `t${Math.random()}`,
    scopes: ['*'],
  })
  const { port } = api.app.server.address() as AddressInfo
  const server = { TOLLGATE_URL: `http://127.0.0.1:${port}`, TOLLGATE_TOKEN: token, TOLLGATE_NO_INPUT: '1' }
  return terminal.run(line.split(' '), { ...options, env: { ...server, ...env } })
}

const manifest = `version: 1
owner: infra/prod
groups:
  vip: { ratio: "0.80", description: Discount }
  bulk: { ratio: "0.5", usable: true }
channels:
  main:
    type: openai
    keys: [ { env: KEY_A }, { env: KEY_B } ]
    models: [ gpt-4o, gpt-4o-mini ]
    groups: [ default, vip ]
    setting: { thinking_to_content: true }
    proxy: { env: PROXY }
tokens:
  ci: { quota: 5usd, models: [ gpt-4o-mini ], expires: 30d, allowIps: [ 10.0.0.0/8 ], rateLimit: 100/m, tokensPerMinute: 2000, budget: 1usd/week, fallbacks: { gpt-4o-mini: [ gpt-4o ], '*': [ b, a ] } }
users:
  alice: { password: { env: ALICE }, group: vip, role: admin }
codes:
  welcome: { quota: 1usd, count: 120 }
prices:
  my-model: { ratio: "0.075", completion: "4.0", cacheRead: "0.5" }
options:
  RetryTimes: 3
  SMTPServer: mail.example.com
  SMTPToken: { env: MAIL }
  GroupGroupRatio: { vip: { bulk: 0.40 } }
`
const secrets = {
  KEY_A: 'sk-secret-a',
  KEY_B: 'sk-secret-b',
  PROXY: 'socks5://u:proxy-secret@proxy.example:1080',
  ALICE: 'correct-horse',
  MAIL: 'mail-secret',
}
const all = Object.values(secrets)

describe('apply', () => {
  it('reads manifests and secrets as PowerShell writes them, in UTF-16 with a byte order mark', async () => {
    await file('mail.txt', Buffer.from('\uFEFFmail-secret\r\n', 'utf16le'))
    const text = '\uFEFFversion: 1\r\noptions: { Notice: 你好, SMTPToken: { file: mail.txt } }\r\n'
    const path = await file('windows.yaml', Buffer.from(text, 'utf16le'))
    expect(await run(`apply -f ${path} --yes`)).toMatchObject({ code: 0 })
    expect(api.services.options.current()).toMatchObject({ Notice: '你好', SMTPToken: 'mail-secret' })
  })

  it('makes everything of every kind, and the second time there are no changes', async () => {
    const path = await file('all.yaml', manifest)
    const first = await run(`apply -f ${path} --yes --json`, secrets)
    expect([first.code, first.stderr.match(/Error.*/)]).toEqual([0, null])
    const { result, tokens } = JSON.parse(first.stdout)
    expect(result).toBe('applied')
    expect(tokens).toMatchObject([{ name: 'ci', key: expect.stringMatching(/^sk-\w{4}\*{3}\w{4}$/) }])
    for (const secret of all) expect(first.stdout + first.stderr).not.toContain(secret)

    const again = await run(`apply -f ${path} --yes`, secrets)
    expect([again.code, again.stdout]).toEqual([0, 'no changes\n'])
    expect((await run(`plan -f ${path} --detailed-exitcode`, secrets)).code).toBe(0)

    const channels = await api.root.call<{ items: Record<string, unknown>[] }>('GET', '/api/channel/')
    expect(channels.items).toMatchObject([
      { name: 'main', key_count: 2, group: 'default,vip', models: 'gpt-4o,gpt-4o-mini' },
    ])
    const settings = JSON.parse(String(channels.items[0]?.setting))
    expect(settings).toEqual({ thinking_to_content: true, proxy: 'socks5://***@proxy.example:1080' })
    expect(await api.root.call('GET', '/api/redemption/count-by-name?name=welcome')).toBe(120)
    expect(api.services.options.current()).toMatchObject({ RetryTimes: 3, SMTPToken: 'mail-secret' })
    expect(api.services.options.current().GroupRatio.get('svip')).toBe('1')
    const made = await api.root.call<{ items: object[] }>('GET', '/api/token/search?keyword=ci')
    expect(made.items).toMatchObject([
      {
        tokens_per_minute: 2000,
        budget_period: 'week',
        budget_quota: 500_000,
        model_fallbacks: { 'gpt-4o-mini': ['gpt-4o'], '*': ['b', 'a'] },
      },
    ])
    expect((await api.signIn('alice', secrets.ALICE)).username).toBe('alice')
  })

  it('what the server stores in another form is no change the second time', async () => {
    const path = await file(
      'stored.yaml',
      `version: 1
channels:
  vertex:
    type: vertex-ai
    keys: [ { env: KEY_A } ]
    models: [ m ]
    other: |
      { "default": "us-central1" }
tokens:
  ci: { quota: 1usd, fallbacks: { m: [ a, m, " a " ], n: [] } }
`,
    )
    expect((await run(`apply -f ${path} --yes`, secrets)).code).toBe(0)
    expect((await run(`plan -f ${path}`, secrets)).stdout).toContain('no changes')
  })

  it('leaves what is spent, used and unset as it is', async () => {
    const path = await file('all.yaml', manifest)
    await run(`apply -f ${path} --yes`, secrets)
    const token = (await api.root.call<{ items: { id: number }[] }>('GET', '/api/token/')).items[0]
    await api.root.call('PUT', '/api/token/', { id: token?.id, remain_quota: 7 })
    const codes = await api.root.call<{ items: { key: string }[] }>('GET', '/api/redemption/')
    await api.root.call('POST', '/api/user/topup', { key: codes.items[0]?.key })
    const again = await run(`apply -f ${path} --yes`)
    expect([again.code, again.stdout]).toEqual([0, 'no changes\n'])
    expect(again.stderr).toContain('channels.main.keys: not set here, left unchanged: KEY_A, KEY_B')
  })

  it('a mail password survives the move of the mail server', async () => {
    const text = 'version: 1\noptions:\n  SMTPServer: HOST\n  SMTPToken: { env: MAIL }\n'
    await run(`apply -f ${await file('mail.yaml', text.replace('HOST', 'a.example'))} --yes`, secrets)
    api.clock.advance(120_000)
    const moved = await file('mail.yaml', text.replace('HOST', 'b.example'))
    expect((await run(`apply -f ${moved} --yes`, secrets)).code).toBe(0)
    expect(api.services.options.current()).toMatchObject({
      SMTPServer: 'b.example',
      SMTPToken: 'mail-secret',
    })
    expect((await run(`apply -f ${moved} --yes`, secrets)).stdout).toBe('no changes\n')
  })

  it('a mistake found anywhere changes nothing, exit 7 with file, line and hint', async () => {
    const path = await file('bad.yaml', manifest.replace('RetryTimes: 3', 'RetryTimes: 999\n  RetryTims: 3'))
    const { code, stderr } = await run(`apply -f ${path} --yes`, secrets)
    expect(code).toBe(7)
    expect(stderr).toContain(`${path}:23:15: options.RetryTimes: RetryTimes must be from 0 to 100`)
    expect(stderr).toContain(
      `${path}:24:3: options.RetryTims: unknown option RetryTims (did you mean RetryTimes?)`,
    )
    expect(await api.services.knex('channels').select()).toEqual([])
    expect(await api.services.knex('owners').select()).toEqual([])
  })

  it('amounts and codes that the server would refuse are found before anything is changed', async () => {
    const path = await file(
      'limits.yaml',
      `version: 1
tokens:
  ci: { quota: 8000001usd, budget: 0usd/day }
codes:
  long: { quota: 1usd, key: { env: CODE } }
  rich: { quota: 20001usd }
`,
    )
    const { code, stderr } = await run(`apply -f ${path} --yes`, { CODE: 'c'.repeat(33) })
    expect(code).toBe(7)
    expect(stderr.match(/limits\.yaml:.*/g)).toEqual([
      'limits.yaml:3:16: tokens.ci.quota: must be between 0 and 4000000000000 quota units',
      'limits.yaml:3:36: tokens.ci.budget: must be between 1 and 4000000000000 quota units',
      'limits.yaml:5:29: codes.long.key: longer than 32 characters',
      'limits.yaml:6:18: codes.rich.quota: must be between 1 and 10000000000 quota units',
    ])
  })

  it('a token of a group that the account may not choose is found before anything is changed', async () => {
    const text = 'version: 1\ngroups:\n  gold: { ratio: "0.7" }\ntokens:\n  t: { quota: 1usd, group: gold }\n'
    const { code, stderr } = await run(`apply -f ${await file('gold.yaml', text)} --yes`)
    expect([code, stderr]).toEqual([
      7,
      expect.stringContaining('gold.yaml:5:28: tokens.t.group: the account of this'),
    ])
    const usable = await file('gold.yaml', text.replace('"0.7"', '"0.7", usable: true'))
    expect((await run(`apply -f ${usable} --yes`)).code).toBe(0)
  })

  it('validate names every mistake of the files even when the server cannot be asked', async () => {
    const path = await file('bad.yaml', 'version: 1\ngroup: {}\n')
    const { code, stdout } = await run(`validate -f ${path}`, { TOLLGATE_URL: 'http://127.0.0.1:9' })
    expect([code, stdout]).toEqual([7, expect.stringContaining('bad.yaml:2:1: group: unknown section group')])
  })

  it('a price without any value is no change, and keeps nothing else from being made', async () => {
    const prices = 'prices:\n  foo: {}\n  bar: { cacheRead: null }\n'
    const path = await file('prices.yaml', `version: 1\nowner: mine\n${prices}options: { RetryTimes: 2 }\n`)
    const first = await run(`apply -f ${path} --yes`)
    expect([first.code, first.stdout]).toEqual([0, 'Done: 0 added, 1 changed, 0 deleted.\n'])
    expect((await run(`apply -f ${path} --yes`)).stdout).toBe('no changes\n')
  })

  it('a price is deleted with its last value', async () => {
    const priced = (price: string) =>
      file('prices.yaml', `version: 1\nowner: mine\nprices:\n  foo: { ratio: ${price} }\n`)
    await run(`apply -f ${await priced('"2"')} --yes`)
    const gone = await run(`apply -f ${await priced('null')} --yes`)
    expect([gone.code, gone.stdout]).toEqual([0, 'Done: 0 added, 0 changed, 1 deleted.\n'])
    expect(await api.services.knex('owners').select()).toEqual([])
    expect((await run(`apply -f ${await priced('null')} --yes`)).stdout).toBe('no changes\n')
  })

  it('a secret option that is to be empty and is, is no change', async () => {
    const path = await file(
      'secrets.yaml',
      'version: 1\noptions: { GitHubClientSecret: null, SMTPToken: "" }\n',
    )
    expect((await run(`plan -f ${path}`)).stdout).toContain('no changes\n')
    await api.root.call('PUT', '/api/option/', { key: 'SMTPToken', value: 'mail-secret' })
    expect((await run(`apply -f ${path} --yes`)).stdout).toBe('Done: 0 added, 1 changed, 0 deleted.\n')
    expect(api.services.options.current().SMTPToken).toBe('')
    expect((await run(`apply -f ${path} --yes`)).stdout).toBe('no changes\n')
  })

  it('without a terminal and without --yes nothing happens, exit 2', async () => {
    const path = await file('all.yaml', manifest)
    const { code, stderr } = await run(`apply -f ${path}`, secrets)
    expect(code).toBe(2)
    expect(stderr).toContain('+ channel')
    expect(await api.services.knex('channels').select()).toEqual([])
  })

  it('deletes only with --prune, and only what has its label', async () => {
    const path = await file('all.yaml', manifest)
    await run(`apply -f ${path} --yes`, secrets)
    await api.root.call('POST', '/api/channel/', { type: 1, name: 'by hand', key: 'k', models: 'gpt-4o' })
    const less = await file('less.yaml', 'version: 1\nowner: infra/prod\ngroups:\n  vip: { ratio: "0.8" }\n')
    const kept = await run(`apply -f ${less} --yes`)
    expect([kept.code, kept.stdout]).toEqual([0, 'no changes\n'])
    expect(kept.stderr).toContain('not in the files, owned by infra/prod: kept (--prune deletes)')
    expect((await run(`apply -f ${less} --prune --yes`)).code).toBe(0)
    expect(await api.services.knex('channels').pluck('name')).toEqual(['by hand'])
    expect(api.services.options.current()).toMatchObject({ RetryTimes: 0, SMTPToken: '' })
    expect([...api.services.options.current().GroupRatio.keys()]).toEqual(['default', 'vip', 'svip'])
    expect(await api.services.knex('owners').select('kind', 'ref')).toEqual([{ kind: 'group', ref: 'vip' }])
  })

  it('what another manifest looks after is a conflict, exit 6, unless it is taken over', async () => {
    const of = (owner: string, ratio: string) =>
      file(`${owner}.yaml`, `version: 1\nowner: ${owner}\ngroups:\n  vip: { ratio: "${ratio}" }\n`)
    await run(`apply -f ${await of('a', '0.8')} --yes`)
    const other = await of('b', '0.7')
    const refused = await run(`apply -f ${other} --yes`)
    expect(refused.code).toBe(6)
    expect(refused.stderr).toContain('b.yaml:4:3: groups.vip: owned by a (use --take-over to take it over)')
    expect((await run(`apply -f ${other} --take-over --yes`)).code).toBe(0)
    expect(await api.services.knex('owners').pluck('owner')).toEqual(['b'])
  })

  it('a name that several have is a conflict with their ids', async () => {
    for (const models of ['gpt-4o', 'o3'])
      await api.root.call('POST', '/api/channel/', { type: 1, name: 'main', key: 'k', models })
    const { code, stderr } = await run(`apply -f ${await file('all.yaml', manifest)} --yes`, secrets)
    expect(code).toBe(6)
    expect(stderr).toMatch(/channels\.main: several objects have this name: 2, 1/)
  })

  it('terminal 2: one that is refused keeps no other from being made, exit 11; the next run finishes it', async () => {
    const path = await file(
      'partial.yaml',
      'version: 1\ngroups:\n  vip: { ratio: "0.8" }\nchannels:\n  a: { type: openai, keys: [ { env: KEY_A } ], models: [ m ], setting: { nonsense: true } }\n  b: { type: openai, keys: [ { env: KEY_A } ], models: [ m ] }\n',
    )
    const { code, stdout } = await run(`apply -f ${path} --yes`, secrets)
    expect(code).toBe(11)
    expect(stdout).toMatch(/only 2 of 3 changes were made: .*nonsense[\s\S]*not done:\n {2}\+ channel a\n$/)
    await writeFile(path, (await readFile(path, 'utf8')).replace('nonsense', 'force_format'))
    const again = await run(`apply -f ${path} --yes`, secrets)
    expect([again.code, again.stdout]).toEqual([0, 'Done: 1 added, 0 changed, 0 deleted.\n'])
  })

  it('puts the keys of new tokens into a file that only its owner reads, and keeps what is in it', async () => {
    const keys = join(directory, 'keys.tsv')
    for (const name of ['one', 'two']) {
      const path = await file('token.yaml', `version: 1\ntokens:\n  ${name}: { quota: unlimited }\n`)
      const { stdout } = await run(`apply -f ${path} --yes --keys-out ${keys}`)
      expect(stdout).not.toContain('sk-')
    }
    expect(await readFile(keys, 'utf8')).toMatch(/^one\tsk-\w{48}\ntwo\tsk-\w{48}\n$/)
    expect((await stat(keys)).mode & 0o777).toBe(0o600)
  })

  it('leaves no file for keys where no token is created, and says nothing of one', async () => {
    const keys = join(directory, 'none.tsv')
    const path = await file('none.yaml', 'version: 1\noptions: { RetryTimes: 2 }\n')
    for (const result of ['Done: 0 added, 1 changed, 0 deleted.\n', 'no changes\n']) {
      const { code, stdout } = await run(`apply -f ${path} --yes --keys-out ${keys}`)
      expect([code, stdout]).toEqual([0, result])
      await expect(stat(keys)).rejects.toThrow('ENOENT')
    }
    await writeFile(keys, 'old\tsk-old\n')
    await run(`apply -f ${path} --yes --keys-out ${keys}`)
    expect(await readFile(keys, 'utf8')).toBe('old\tsk-old\n')
  })

  it('takes the manifest from standard input, or the secrets, never both', async () => {
    const text = 'version: 1\nchannels:\n  a: { type: openai, keys: [ { stdin: KEY } ], models: [ m ] }\n'
    const path = await file('stdin.yaml', text)
    const fromFile = await run(`apply -f ${path} --yes`, {}, { stdin: '# keys\nKEY=sk-x\n' })
    expect(fromFile.code).toBe(0)
    const both = await run('apply -f - --yes', {}, { stdin: text })
    expect([both.code, both.stderr]).toEqual([
      7,
      expect.stringContaining('standard input is already used for the manifest'),
    ])
    const plain = await run(
      'plan -f - --detailed-exitcode',
      {},
      { stdin: 'version: 1\noptions: { RetryTimes: 2 }\n' },
    )
    expect(plain.code).toBe(10)
  })
})

describe('a stored plan', () => {
  const stored = async () => {
    const path = await file('all.yaml', manifest)
    const plan = join(directory, 'plan.json')
    expect((await run(`plan -f ${path} --out ${plan}`, secrets)).code).toBe(0)
    return { path, plan }
  }

  it('holds no secret, is applied, and once more does nothing', async () => {
    const { plan } = await stored()
    const text = await readFile(plan, 'utf8')
    for (const secret of all) expect(text).not.toContain(secret)
    expect((await stat(plan)).mode & 0o777).toBe(0o600)
    expect((await run(`apply ${plan} --yes`, secrets)).code).toBe(0)
    const again = await run(`apply --plan ${plan} --yes`, secrets)
    expect([again.code, again.stdout]).toEqual([0, 'no changes\n'])
  })

  it('is refused when an object of it has changed since, exit 6, and nothing is done', async () => {
    const { plan } = await stored()
    await api.root.call('PUT', '/api/option/entries', {
      entries: [{ key: 'GroupRatio', name: 'vip', value: '0.95' }],
    })
    const { code, stderr } = await run(`apply ${plan} --yes`, secrets)
    expect([code, stderr]).toEqual([
      6,
      expect.stringContaining('groups.vip has changed since the plan was made'),
    ])
    expect(await api.services.knex('channels').select()).toEqual([])
  })

  it('is refused when the files or a secret have changed since', async () => {
    const { plan, path } = await stored()
    const other = await run(`apply ${plan} --yes`, { ...secrets, KEY_A: 'sk-other' })
    expect([other.code, other.stderr]).toEqual([
      6,
      expect.stringContaining('channels.main has changed since'),
    ])
    await writeFile(path, `${manifest}  SystemName: x\n`)
    const { code, stderr } = await run(`apply ${plan} --yes`, secrets)
    expect([code, stderr]).toEqual([6, expect.stringContaining('the files have changed since')])
  })

  it('goes on as planned when something else has changed', async () => {
    const { plan } = await stored()
    await api.root.call('PUT', '/api/option/', { key: 'Notice', value: 'hello' })
    expect((await run(`apply ${plan} --yes`, secrets)).code).toBe(0)
  })

  /** Runs a command like a CI job: in a separate process in this directory. */
  const job = async (cwd: string, line: string): Promise<Run> => {
    const { token } = await api.root.call<{ token: string }>('POST', '/api/access_token/', {
      name: `t${Math.random()}`,
      scopes: ['*'],
    })
    const { port } = api.app.server.address() as AddressInfo
    const env = { TOLLGATE_URL: `http://127.0.0.1:${port}`, TOLLGATE_TOKEN: token, CI: '1' }
    const { code, ...texts } = await runBin(line.split(' '), {
      cwd,
      env: { ...env, ...secrets, TOLLGATE_CONFIG_DIR: terminal.configDirectory },
    })
    return { ...texts, code: code ?? -1 }
  }
  const checkout = async (name: string): Promise<string> => {
    const folder = await mkdtemp(join(directory, name))
    await mkdir(join(folder, 'infra', 'more'), { recursive: true })
    await writeFile(join(folder, 'infra', 'a.yaml'), 'version: 1\noptions: { RetryTimes: 4 }\n')
    await writeFile(join(folder, 'infra', 'more', 'b.yaml'), 'version: 1\noptions: { Notice: hello }\n')
    return folder
  }

  it('finding terminal 1: of a relative directory is applied in another checkout', async () => {
    const [here, there] = [await checkout('here-'), await checkout('there-')]
    expect((await job(here, 'plan -f infra/ --out p.json')).code).toBe(0)
    await rename(join(here, 'p.json'), join(there, 'artifact.json'))
    await rm(here, { recursive: true })
    const { code, stderr } = await job(there, 'apply artifact.json --yes')
    expect([code, stderr.match(/Error.*/)]).toEqual([0, null])
    expect(api.services.options.current()).toMatchObject({ RetryTimes: 4, Notice: 'hello' })
  })

  it('finding terminal 1: is applied from a folder elsewhere and with files named in another way', async () => {
    const here = await checkout('here-')
    const elsewhere = await mkdtemp(join(directory, 'elsewhere-'))
    expect((await job(join(here, 'infra'), 'plan -f . --out ../p.json')).code).toBe(0)
    const named = await job(elsewhere, `apply ${here}/p.json -f ${here}/infra --yes`)
    expect([named.code, named.stderr.match(/Error.*/)]).toEqual([0, null])
    expect((await job(elsewhere, `apply ${here}/p.json --yes`)).stdout).toBe('no changes\n')
    await rm(join(here, 'infra'), { recursive: true })
    const gone = await job(elsewhere, `apply ${here}/p.json --yes`)
    expect([gone.code, gone.stderr]).toEqual([
      2,
      expect.stringContaining('the files of this plan are not here'),
    ])
  })

  it('finding terminal 1: is refused where the files differ, and where one was renamed', async () => {
    const [here, there] = [await checkout('here-'), await checkout('there-')]
    expect((await job(here, 'plan -f infra/ --out p.json')).code).toBe(0)
    await rename(join(here, 'p.json'), join(there, 'p.json'))
    await rm(here, { recursive: true })
    await rename(join(there, 'infra', 'a.yaml'), join(there, 'infra', 'c.yaml'))
    const { code, stderr } = await job(there, 'apply p.json --yes')
    expect([code, stderr]).toEqual([6, expect.stringContaining('the files have changed since')])
  })

  it('that is no plan is refused, exit 2', async () => {
    const path = await file('no-plan.json', '{"changes":[]}')
    expect((await run(`apply ${path} --yes`)).code).toBe(2)
  })
})

it('diff shows field by field what is and what is to be, exit 10', async () => {
  const path = await file('diff.yaml', 'version: 1\ngroups:\n  vip: { ratio: "0.8" }\n')
  const { code, stdout } = await run(`diff -f ${path}`)
  expect(code).toBe(10)
  expect(stdout).toContain('~ group vip\n    ratio: 1 -> 0.8\n')
  await run(`apply -f ${path} --yes`)
  expect((await run(`diff -f ${path}`)).code).toBe(0)
})
