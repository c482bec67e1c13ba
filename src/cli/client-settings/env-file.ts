import { appendLines, blockBegin, type LineChange, markedBlock, takeBackLines } from './marked-lines.ts'
import { type SettingsEdit, type TakeBack, UneditableSettings } from './settings-edit.ts'

/** Edits shell lines in a file that also contains other lines. */
export const envFile = (lines: readonly string[]): SettingsEdit<readonly LineChange[]> => ({
  apply(given = '') {
    if (given.includes(blockBegin)) throw new UneditableSettings('taken', blockBegin)
    const block = markedBlock(lines)
    return {
      text: appendLines(given, block),
      undo: [{ name: 'variables', ours: block, before: null }],
      changed: ['variables'],
    }
  },
})

export const takeBackEnvFile: TakeBack<readonly LineChange[]> = takeBackLines
