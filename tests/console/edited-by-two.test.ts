import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from './support/site.ts'

/** Tests forms that two people have open for the same object. Tokens have their own tests. */

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

interface Form {
  readonly what: string
  /** @returns the URL of the form, and the endpoint of the object that it edits */
  readonly make: () => Promise<{ readonly form: string; readonly read: string }>
  /** Label and API name of the field that both people fill in. */
  readonly shared: readonly [label: string, field: string]
  readonly other: readonly [label: string, field: string]
  readonly values: readonly [first: string, second: string, other: string]
}

const forms: readonly Form[] = [
  {
    what: 'channel',
    make: async () => {
      const { id } = await site.admin.createChannel({
        name: 'before',
        key: 'sk-1',
        models: 'gpt-4o',
        group: 'default',
      })
      return { form: `/channel/edit/${id}`, read: `/api/channel/${id}` }
    },
    shared: ['Name', 'name'],
    other: ['Organization', 'openai_organization'],
    values: ['by the first', 'by the second', 'org-first'],
  },
  {
    what: 'account',
    make: async () => {
      const { id } = await site.admin.call<{ id: number }>('POST', '/api/user/', {
        username: 'shared',
        password: 'correct-horse',
      })
      return { form: `/admin/users?edit=${id}`, read: `/api/user/${id}` }
    },
    shared: ['Display name', 'display_name'],
    other: ['Username', 'username'],
    values: ['By the first', 'By the second', 'renamed'],
  },
  {
    what: 'redemption code',
    make: async () => {
      await site.admin.call('POST', '/api/redemption/', { name: 'before', quota: 500_000, count: 1 })
      const { items } = await site.admin.call<{ items: { id: number }[] }>('GET', '/api/redemption/')
      const id = items[0]?.id ?? 0
      return { form: `/admin/coupons?edit=${id}`, read: `/api/redemption/${id}` }
    },
    shared: ['Name', 'name'],
    other: ['Valid until', 'valid_until'],
    values: ['by the first', 'by the second', '2031-02-03 04:05:06'],
  },
  {
    what: 'message',
    make: async () => {
      const { id } = await site.admin.call<{ id: number }>('POST', '/api/admin/messages', {
        title: 'Before',
        content: 'Words',
        format: 'markdown',
        user_ids: [1],
      })
      return { form: `/admin/messages?edit=${id}`, read: `/api/admin/messages/${id}` }
    },
    shared: ['Title', 'title'],
    other: ['Content', 'content'],
    values: ['By the first', 'By the second', 'Words of the first'],
  },
]

it.each(forms)(
  'a $what that somebody else has changed is not overwritten unseen, also not by undoing a save',
  async ({
    make,
    shared: [label, field],
    other: [otherLabel, otherField],
    values: [first, second, otherValue],
  }) => {
    const { form, read } = await make()
    const stored = () => site.admin.call<Record<string, unknown>>('GET', read)
    const open = async () => {
      const visitor = await site.visitSignedIn()
      await visitor.page.goto(form)
      const drawer = visitor.page.locator('[data-drawer]')
      await drawer.getByLabel(label, { exact: true }).waitFor()
      return {
        ...visitor,
        drawer,
        field: (name: string) => drawer.getByLabel(name, { exact: true }),
        save: () => drawer.getByRole('button', { name: 'Save', exact: true }).click(),
      }
    }
    const one = await open()
    const two = await open()
    await one.field(label).fill(first)
    await one.field(otherLabel).fill(otherValue)
    await one.save()
    await one.drawer.waitFor({ state: 'detached' })
    // A toast stays while the pointer is over it.
    const undo = one.page.getByRole('button', { name: 'Undo' })
    await undo.hover()
    const afterFirst = await stored()

    await two.field(label).fill(second)
    await two.save()
    await two.drawer.getByText('was changed elsewhere while you were editing it').waitFor()
    expect(await stored()).toMatchObject({ [field]: first })
    expect(await two.field(label).inputValue()).toBe(second)
    expect(await two.field(otherLabel).inputValue()).toBe(otherValue)
    await two.save()
    await two.drawer.waitFor({ state: 'detached' })
    expect(await stored()).toMatchObject({ [field]: second, [otherField]: afterFirst[otherField] })

    await undo.click()
    await one.page.getByText('Someone else has changed this in the meantime').waitFor()
    expect(await stored()).toMatchObject({ [field]: second, [otherField]: afterFirst[otherField] })
    for (const { complaints, leave } of [one, two]) {
      expect(complaints).toEqual([])
      await leave()
    }
  },
)
