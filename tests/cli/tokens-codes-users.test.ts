import { describe, expect, test } from 'vitest'
import { openSite } from './support/open-site.ts'

const site = await openSite()
const { api, root } = site
await site.addChannel()
const admin = await site.shellOf(await api.createUser('admin', 10))
await api.createUser('peer', 10)
const aliceCaller = await api.createUser('alice')
const alice = await site.shellOf(aliceCaller)

const chat = (key: string) =>
  api.anonymous.request(
    'POST',
    '/v1/chat/completions',
    { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] },
    { authorization: `Bearer ${key}` },
  )

describe('token', () => {
  test('edit changes what is given, and what calls spend meanwhile stays spent', async () => {
    const key = (await root.run('token create --name ci --quota 1usd -q')).stdout.trim()
    expect(await root.json('token edit ci --quota 1usd --models gpt-4o-mini')).toMatchObject({
      result: 'updated',
      changed: ['model_limits_enabled', 'model_limits'],
    })
    expect((await chat(key)).status).toBe(200)
    const spent = Number(
      (await api.root.call<{ items: { used_quota_exact: string }[] }>('GET', '/api/token/search?keyword=ci'))
        .items[0]?.used_quota_exact,
    )
    expect(spent).toBeGreaterThan(0)
    await root.json('token edit ci --name ci-2 --quota 2usd')
    expect(await root.json('token get ci-2')).toMatchObject({ name: 'ci-2', model_limits: 'gpt-4o-mini' })
    expect(await root.json('token edit ci-2 --name ci-2')).toMatchObject({ result: 'unchanged' })
  })

  test.each(['create', 'ensure'])('%s without --quota gives what its help says', async (verb) => {
    const { stdout } = await root.run(`token ${verb} --help`)
    const [, stated] = /^ +--quota[\s\S]*?default:\s+(\d+)\)/m.exec(stdout) ?? []
    await root.json(`token ${verb} --name plain-${verb}`)
    expect(await root.json(`token get plain-${verb}`)).toMatchObject({ remain_quota: Number(stated) })
  })

  test('edit: 2 without anything to change, 5 for nobody, 6 for a name that is taken, 7 for a wrong one', async () => {
    await root.json('token create --name other')
    expect(await root.refusal('token edit other')).toEqual([2, 'usage'])
    expect(await root.refusal('token edit nobody --unlimited')).toEqual([5, 'token_not_found'])
    expect(await root.refusal('token edit other --name ci-2')).toEqual([6, 'token_exists'])
    expect(await root.refusal('token edit other --allow-ips nonsense')).toEqual([7, 'token_address_invalid'])
    expect(await root.json('token edit other --unlimited --dry-run')).toMatchObject({
      changed: ['unlimited_quota'],
    })
    expect(await root.json('token get other')).toMatchObject({ unlimited_quota: false })
  })

  test('rotate: the new key alone with -q, the old one refused at once, nothing without --yes', async () => {
    const old = (await root.run('token create --name turned -q')).stdout.trim()
    expect(await root.refusal('token rotate turned')).toEqual([2, 'usage'])
    expect((await chat(old)).status).toBe(200)
    const { code, stdout, stderr } = await root.run('token rotate turned --yes -q')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^sk-[A-Za-z0-9]{48}\n$/)
    expect((await chat(old)).status).toBe(401)
    expect((await chat(stdout.trim())).status).toBe(200)
    expect(await alice.refusal('token rotate turned --yes')).toEqual([5, 'token_not_found'])
  })

  test('rotate --overlap: the old key works on until token end-overlap', async () => {
    const old = (await root.run('token create --name changed-over -q')).stdout.trim()
    const { key } = (await root.json('token rotate changed-over --overlap 24h --yes')) as { key: string }
    for (const each of [old, key]) expect((await chat(each)).status).toBe(200)
    expect((await root.run('token get changed-over')).stdout).toMatch(/old key works until +\d{4}-/)
    expect(await root.json('token end-overlap changed-over --dry-run')).toMatchObject({ result: 'would end' })
    expect((await chat(old)).status).toBe(200)
    expect(await root.json('token end-overlap changed-over --yes')).toMatchObject({ result: 'ended' })
    expect((await chat(old)).status).toBe(401)
    expect((await chat(key)).status).toBe(200)
    expect(await root.json('token end-overlap changed-over --yes')).toMatchObject({ result: 'unchanged' })
  })

  test('--budget and --tokens-per-minute are set, shown with what was spent, and taken away', async () => {
    const limits = '--tokens-per-minute 20000 --budget 2usd/day'
    const key = (await root.run(`token create --name thrifty --unlimited ${limits} -q`)).stdout.trim()
    expect((await chat(key)).status).toBe(200)
    expect(await root.json('token get thrifty')).toMatchObject({
      tokens_per_minute: 20_000,
      budget_period: 'day',
      budget_quota: 1_000_000,
      budget_used_quota_exact: expect.stringMatching(/^[\d.]+$/),
    })
    const { stdout } = await root.run('token get thrifty')
    expect(stdout).toMatch(/tokens per minute +20000/)
    expect(stdout).toMatch(/budget +\$0\.00 \(\d+\) of \$2\.00 \(1 000 000\) today, renews \d{4}-/)
    expect((await root.run('token list')).stdout).toContain('$0.00 of $2.00 a day')
    expect(await root.json('token edit thrifty --budget off --tokens-per-minute off')).toMatchObject({
      changed: ['tokens_per_minute', 'budget_period', 'budget_quota'],
    })
    for (const wrong of ['5usd', 'x/day', '5usd/year'])
      expect(await root.refusal(`token edit thrifty --budget ${wrong}`)).toEqual([2, 'usage'])
    expect(await root.refusal('token edit thrifty --budget 0/day')).toEqual([7, 'token_budget_required'])
  })

  test('--fallbacks are set for several models, shown, and taken away', async () => {
    const list = 'gpt-4o=claude-sonnet-4-5,gemini-2.5-pro;*=gpt-4o-mini'
    await root.json(`token create --name careful --fallbacks ${list}`)
    expect(await root.json('token get careful')).toMatchObject({
      model_fallbacks: { 'gpt-4o': ['claude-sonnet-4-5', 'gemini-2.5-pro'], '*': ['gpt-4o-mini'] },
    })
    expect((await root.run('token get careful')).stdout).toMatch(
      /fallbacks +gpt-4o=claude-sonnet-4-5,gemini-2\.5-pro \*=gpt-4o-mini/,
    )
    expect(await root.json(`token edit careful --fallbacks ${list}`)).toMatchObject({ result: 'unchanged' })
    for (const wrong of ['gpt-4o', 'gpt-4o=', '=a'])
      expect(await root.refusal(`token edit careful --fallbacks ${wrong}`)).toEqual([2, 'usage'])
    expect(await root.json('token edit careful --fallbacks off')).toMatchObject({
      changed: ['model_fallbacks'],
    })
    expect(await root.json('token get careful')).toMatchObject({ model_fallbacks: {} })
  })

  test('get --show-key: 4 with a way out where the site shows keys only once', async () => {
    await root.json('option set TokenKeysShownOnce true')
    expect((await root.run('token create --name once -q')).stdout).toMatch(/^sk-[A-Za-z0-9]{48}\n$/)
    const { code, stderr } = await root.run('token get once --show-key')
    expect([code, stderr]).toEqual([4, expect.stringContaining('tollgate token rotate')])
    await root.json('option set TokenKeysShownOnce false')
  })

  test('delete takes several at once, all or none', async () => {
    for (const name of ['a', 'b']) await root.json(`token create --name ${name}`)
    expect(await root.refusal('token delete a nobody --yes')).toEqual([5, 'token_not_found'])
    expect(await root.json('token get a')).toMatchObject({ name: 'a' })
    expect(await root.json('token delete a b nobody --if-exists --yes')).toMatchObject([
      { result: 'deleted', name: 'a' },
      { result: 'deleted', name: 'b' },
      { result: 'absent', name: 'nobody' },
    ])
    expect(await root.refusal('token get a')).toEqual([5, 'token_not_found'])
  })
})

describe('code', () => {
  test('create with a key of one’s own, edit, and what is used stays as it is', async () => {
    expect(
      await root.json(
        'code create --name own --quota 1000 --gift --max-uses 2 --valid-until 30d --key-stdin',
        'MY-CODE\n',
      ),
    ).toEqual([{ key: 'MY-CODE', name: 'own', quota: 1000 }])
    expect(await root.json('code get own')).toMatchObject({ is_gift: true, max_uses: 2 })
    expect(await root.json('code edit own --name own-2 --quota 2000 --valid-until never')).toMatchObject({
      result: 'updated',
      name: 'own-2',
      changed: ['name', 'quota', 'valid_until'],
    })
    await alice.json('redeem MY-CODE')
    await admin.json('redeem MY-CODE')
    expect(await root.refusal('code edit own-2 --quota 5')).toEqual([6, 'redemption_used_locked'])
    expect(await root.refusal('code edit own-2')).toEqual([2, 'usage'])
  })

  test('stats, delete-disabled and delete-by-name count before they delete', async () => {
    await root.json('code create --name many -n 5 --quota 1usd')
    const [first, second] = (await root.json('code list --search many')) as { id: number }[]
    expect(await root.json(`code disable ${first?.id} ${second?.id}`)).toMatchObject([
      { result: 'disabled' },
      { result: 'disabled' },
    ])
    expect(await root.json('code stats --name many')).toMatchObject({
      unused: 3,
      disabled: 2,
      outstanding_quota_exact: '1500000',
    })
    expect((await root.run('code stats --name many')).stdout).toContain('$3.00 (1 500 000)')
    expect(await root.json('code delete-disabled --dry-run')).toEqual({ result: 'would delete', count: 2 })
    expect(await root.refusal('code delete-disabled')).toEqual([2, 'usage'])
    expect(await root.json('code delete-disabled --yes')).toEqual({ result: 'deleted', count: 2 })
    expect(await root.json('code delete-by-name many --dry-run')).toMatchObject({ count: 3 })
    expect(await root.json('code delete-by-name many --yes')).toMatchObject({ result: 'deleted', count: 3 })
    expect(await root.refusal('code delete-by-name many --yes')).toEqual([5, 'code_not_found'])
    expect(await root.json('code delete-by-name many --if-exists --yes')).toMatchObject({ result: 'absent' })
  })
})

describe('user', () => {
  test('edit changes name, group and password; money is left alone', async () => {
    await api.createUser('bob')
    expect(await admin.json('user edit bob --username bobby --group vip')).toEqual({
      result: 'updated',
      id: expect.any(Number),
      username: 'bobby',
      changed: ['username', 'group'],
    })
    expect(await admin.json('user edit bobby --password-stdin', 'new-password-1\n')).toMatchObject({
      changed: ['password'],
    })
    expect((await api.signIn('bobby', 'new-password-1')).username).toBe('bobby')
    expect(await admin.refusal('user edit bobby --username alice')).toEqual([6, 'user_exists'])
    expect(await admin.refusal('user edit bobby --group nothing')).toEqual([7, 'group_not_found'])
    expect(await admin.refusal('user edit bobby --password secret-word')).toEqual([2, 'usage'])
    expect(await admin.refusal('user edit bobby')).toEqual([2, 'usage'])
  })

  test('the rules of roles are 4: who may promote, demote, change and delete whom', async () => {
    expect(await admin.refusal('user promote alice')).toEqual([4, 'user_promote_forbidden'])
    expect(await admin.refusal('user demote peer --yes')).toEqual([4, 'user_level'])
    expect(await admin.refusal('user edit peer --group vip')).toEqual([4, 'user_level'])
    expect(await admin.refusal('user delete peer --yes')).toEqual([4, 'user_level'])
    expect(await root.refusal('user delete root --yes')).toEqual([4, 'user_root_protected'])
    expect(await root.refusal('user demote root --yes')).toEqual([4, 'user_root_protected'])
    expect(await alice.refusal('user promote alice')).toEqual([4, 'insufficient_role'])
  })

  test('promote and demote, once and again', async () => {
    expect(await root.json('user promote alice')).toMatchObject({ result: 'promoted', username: 'alice' })
    expect(await root.json('user promote alice')).toMatchObject({ result: 'unchanged' })
    expect(await root.json('user get alice')).toMatchObject({ role: 10 })
    expect(await root.json('user demote alice --yes')).toMatchObject({ result: 'demoted' })
    expect(await root.json('user demote alice --yes')).toMatchObject({ result: 'unchanged' })
  })

  test('delete ends an account for good; the second time there is none', async () => {
    const carol = await api.createUser('carol')
    expect(await admin.json('user delete carol --dry-run')).toMatchObject({ result: 'would delete' })
    expect(await admin.json('user delete carol --yes')).toMatchObject({
      result: 'deleted',
      username: 'carol',
    })
    expect((await carol.request('GET', '/api/user/self')).status).toBe(401)
    expect(await admin.refusal('user delete carol --yes')).toEqual([5, 'user_not_found'])
    expect(await admin.json(`user delete ${carol.id} --if-exists --yes`)).toMatchObject({ result: 'absent' })
  })
})

test('wallet shows balance, holds, spending, tokens and the last entries, in both languages', async () => {
  await root.json('user credit alice 2usd --note 你好')
  expect(await alice.json('wallet')).toMatchObject({
    username: 'alice',
    quota_exact: '1002000',
    held_quota_exact: '0',
    tokens: 0,
    entries: [{ type: 3 }, { type: 1, quota_exact: '2000' }],
  })
  const english = (await alice.run('wallet')).stdout
  expect(english).toMatch(/ \+\$2\.000000 /)
  expect(english).toMatch(/^balance +\$2\.00 \(1 002 000\)\nheld by running requests +\$0\.00 \(0\)\n/)
  expect((await alice.terminal.run(['wallet'], { env: { TOLLGATE_LANG: 'zh' } })).stdout).toMatch(
    /^余额 +\$2\.00/,
  )
  expect((await alice.run('wallet -q')).stdout).toBe('1002000\n')
})
