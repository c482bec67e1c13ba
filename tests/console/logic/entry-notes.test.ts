import { expect, it } from 'vitest'
import { readNote } from '../../../src/console/pages/wallet/read-note.ts'

it('an entry shows what an administrator wrote, and of the ledger’s words only those that readers should know', () => {
  expect(readNote({ kind: 'admin', note: 'paid too late' })).toEqual({ text: 'paid too late', remarks: [] })
  expect(readNote({ kind: 'usage', note: 'overrun late' })).toEqual({
    text: '',
    remarks: ['overrun', 'late'],
  })
  for (const note of ['', 'task', 'refused', 'unlogged'])
    expect(readNote({ kind: 'task_refund', note })).toEqual({ text: '', remarks: [] })
})
