import { describe, expect, test } from 'vitest'
import { openSite } from './support/open-site.ts'

const site = await openSite()
const { root } = site
const alice = await site.shellOf(await site.api.createUser('alice'))
const bob = await site.shellOf(await site.api.createUser('bob'))

describe('terminal 13: messages are sent and read in the terminal', () => {
  test('what an administrator sends is in the inboxes of the recipients, and only there', async () => {
    expect(
      await root.json('message create --title Maintenance --content Away_from_**02:00** --to alice'),
    ).toMatchObject({
      result: 'created',
      recipients: 1,
    })
    expect(await bob.json('inbox')).toEqual([])
    const { stdout } = await alice.run('inbox')
    expect(stdout).toMatch(/^ +1 {2}\d{4}-\d\d-\d\d \d\d:\d\d.* {2}new {2}Maintenance\n$/)
  })

  test('reading one marks it, and the sender sees how many have read it', async () => {
    expect((await root.run('message list')).stdout).toMatch(/Maintenance .* 0\/1\n/)
    expect((await alice.run('inbox 1')).stdout).toMatch(
      /^Maintenance\n\d{4}-.*\n\nAway from \*\*02:00\*\*\n$/,
    )
    expect((await alice.run('inbox')).stdout).toContain('  read  Maintenance')
    expect(await alice.json('inbox --unread')).toEqual([])
    expect((await root.run('message list')).stdout).toMatch(/Maintenance .* 1\/1\n/)
    expect(await bob.refusal('inbox 1')).toEqual([5, 'message_not_found'])
  })

  test('a change keeps recipients and what was read; what is deleted leaves the inboxes', async () => {
    expect(await root.json('message edit Maintenance --title Moved --dry-run')).toMatchObject({
      changed: ['title'],
    })
    expect(await root.json('message edit Maintenance --title Moved')).toMatchObject({
      result: 'updated',
      title: 'Moved',
    })
    expect(await root.json('message edit Moved --title Moved')).toMatchObject({ result: 'unchanged' })
    expect(await alice.json('inbox')).toMatchObject([{ title: 'Moved', is_read: true }])
    expect(await root.json('message delete Moved --yes')).toMatchObject({ result: 'deleted', name: 'Moved' })
    expect(await alice.json('inbox')).toEqual([])
  })

  test('--to-all reaches every account; users may not send', async () => {
    expect(await root.json('message create --title All --content Hello --to-all')).toMatchObject({
      recipients: 3,
    })
    for (const shell of [root, alice, bob])
      expect(await shell.json('inbox')).toMatchObject([{ title: 'All' }])
    expect(await alice.refusal('message create --title No --content No --to bob')).toEqual([
      4,
      'insufficient_role',
    ])
  })
})
