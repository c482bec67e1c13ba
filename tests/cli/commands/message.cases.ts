import type { CommandCases } from './command-case.ts'
import type { World } from './world.ts'

const send = async ({ admin }: World, title: string): Promise<number> =>
  (
    await admin.call<{ id: number }>('POST', '/api/admin/messages', {
      title,
      content: 'We are away from **02:00** to 03:00 UTC.',
      user_ids: [1],
    })
  ).id

/** Cases of the commands for sent and received messages. */
export const cases: CommandCases = {
  'message list': {
    good: async (world, n) => {
      await send(world, `Maintenance ${n}`)
      return '--search maintenance --limit 1'
    },
    alsoGood: [''],
  },
  'message get': {
    good: async (world, n) => String(await send(world, `To show ${n}`)),
    missing: '999999',
  },
  'message create': {
    good: (_, n) => `--title Notice${n} --content 'We are back.' --to alice,root`,
    alsoGood: ['--title Everybody --content Hello --to-all --html'],
    missing: '--title Lost --content Hello --to nobody',
    existing: { none: 'messages may have the same title' },
    invalid: "--title ' ' --content Hello --to alice",
  },
  'message edit': {
    good: async (world, n) => `${await send(world, `To change ${n}`)} --content Later`,
    missing: '999999 --title None',
    invalid: async (world, n) => `${await send(world, `To spoil ${n}`)} --title ' '`,
  },
  'message delete': {
    good: async (world, n) => `${await send(world, `To delete ${n}`)} --yes`,
    alsoGood: ['999999 --if-exists --yes'],
    missing: '999999 --yes',
    invalid: { none: 'takes nothing but a name' },
  },
  inbox: {
    good: async (world, n) => {
      await send(world, `For root ${n}`)
      return '--limit 1'
    },
    alsoGood: [async (world, n) => String(await send(world, `To read ${n}`)), '--unread --limit 1'],
    missing: '999999',
    invalid: { none: 'takes nothing but a number' },
  },
}
