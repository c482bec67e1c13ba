import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from './support/site.ts'

/** Tests one token that is open in the forms of several tabs. */

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

interface Stored {
  readonly name: string
  readonly allow_ips: string
  readonly expired_time: number
}

it('what another tab has changed is not overwritten unseen; saving again does, and leaves the rest as it is there', async () => {
  const { id } = await site.admin.createToken({ name: 'as it was' })
  const stored = () => site.admin.call<Stored>('GET', `/api/token/${id}`)
  const open = async () => {
    const visitor = await site.visitSignedIn()
    await visitor.page.goto(`/app/tokens?edit=${id}`)
    const drawer = visitor.page.locator('[data-drawer]')
    await drawer.getByLabel('Name').waitFor()
    return {
      ...visitor,
      drawer,
      save: () => drawer.getByRole('button', { name: 'Save', exact: true }).click(),
    }
  }
  const first = await open()
  const second = await open()
  const third = await open()
  await first.drawer.getByLabel('Name').fill('by the first')
  await first.drawer.getByLabel('Allowed addresses').fill('10.0.0.1')
  await first.save()
  await first.drawer.waitFor({ state: 'detached' })

  await second.drawer.getByLabel('Name').fill('by the second')
  await second.save()
  await second.drawer.getByText('was changed elsewhere while you were editing it').waitFor()
  expect((await stored()).name).toBe('by the first')
  expect(await second.drawer.getByLabel('Name').inputValue()).toBe('by the second')
  expect(await second.drawer.getByLabel('Allowed addresses').inputValue()).toBe('10.0.0.1')
  await second.save()
  await second.drawer.waitFor({ state: 'detached' })
  expect(await stored()).toMatchObject({ name: 'by the second', allow_ips: '10.0.0.1' })

  // A change to another field of the token overwrites nothing.
  await third.drawer.getByRole('button', { name: '1 day' }).click()
  await third.save()
  await third.drawer.waitFor({ state: 'detached' })
  expect(await stored()).toMatchObject({ name: 'by the second', allow_ips: '10.0.0.1' })
  expect((await stored()).expired_time).toBeGreaterThan(0)
  for (const { complaints, leave } of [first, second, third]) {
    expect(complaints).toEqual([])
    await leave()
  }
})
