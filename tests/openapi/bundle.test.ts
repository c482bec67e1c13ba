import { execFile } from 'node:child_process'
import { appendFile, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContractDocument } from '../../openapi/contract.ts'

const root = join(import.meta.dirname, '../..')
let clone: string

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'tollgate-contract-'))
  for (const folder of ['openapi', 'scripts/contract', 'src/daemon/errors'])
    await cp(join(root, folder), join(clone, folder), { recursive: true, preserveTimestamps: true })
  await writeFile(join(clone, 'package.json'), '{"type":"module"}')
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'))
  await rm(join(clone, 'openapi/bundled.gen.json'), { force: true })
})
afterAll(() => rm(clone, { recursive: true, force: true }))

/** Evaluates an expression on the contract as a newly started program reads it. */
async function read(expression: string): Promise<unknown> {
  const program = `import { readContract } from './openapi/contract.ts'; console.log(JSON.stringify(${expression}))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: clone,
  })
  return JSON.parse(stdout)
}

it('the contract is there in a fresh clone, and follows every change of its sources, without a step of its own', async () => {
  expect(await read('readContract().openapi')).toBe('3.1.0')

  await appendFile(join(clone, 'openapi/components/common.yaml'), '  AddedLater:\n    type: object\n')
  await writeFile(join(clone, 'openapi/components/later.yaml'), 'schemas:\n  Later:\n    type: object\n')
  const { parameters, schemas } = (await read('readContract().components')) as ContractDocument['components']
  expect([parameters?.AddedLater, schemas?.Later]).toEqual([{ type: 'object' }, { type: 'object' }])

  await rm(join(clone, 'openapi/components/later.yaml'))
  expect(await read("'Later' in readContract().components.schemas")).toBe(false)
})
