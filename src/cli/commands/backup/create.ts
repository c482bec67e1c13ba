import { inStore, storeExits } from '../../client/local-store.ts'
import { defineCommand } from '../../define-command.ts'
import { outcome } from '../../output-schema.ts'
import { localOutputOptions, storeOptions } from '../../shared-options.ts'

export const archiveShape = {
  engine: { enum: ['sqlite', 'postgres'] },
  version: 'string',
  created: 'string',
  entries: 'integer',
  last_entry_id: 'integer',
} as const

export const backupCreate = defineCommand({
  path: 'backup create',
  summary: {
    en: 'Backs up all data, also while the daemon is running',
    zh: '备份当前的全部数据，服务运行时也可使用',
  },
  examples: [
    'tollgate backup create',
    'tollgate backup create /var/backups/monday.tar.gz --data /var/lib/tollgate',
    'tollgate backup create /var/backups/full.tar.gz --with-key --force',
  ],
  isLocal: true,
  args: {
    file: {
      name: '[file]',
      help: {
        en: 'Archive to write (default: tollgate-<time>.tar.gz)',
        zh: '备份文件（默认 tollgate-<时间>.tar.gz）',
      },
    },
  },
  options: {
    ...storeOptions,
    withKey: {
      flag: '--with-key',
      help: {
        en: 'Include the key that decrypts every stored secret',
        zh: '一并备份可解密全部机密的密钥',
      },
    },
    force: { flag: '--force', help: { en: 'Overwrite the file if it exists', zh: '文件已存在时覆盖' } },
    ...localOutputOptions,
  },
  exits: storeExits,
  operations: [],
  output: outcome(['created'], { path: 'string', bytes: 'integer', has_key: 'boolean', ...archiveShape }),
  run: async ({ file, data, withKey = false, force = false }, context) => {
    const { now, say, phrase } = context
    const nowMs = now()
    const path = file ?? `tollgate-${new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`
    const made = await inStore(data, context, (store) =>
      store.backup({ path, withKey, mayReplace: force, nowMs }),
    )
    say(phrase(made.has_key ? 'say.backupWithKey' : 'say.backupWithoutKey'))
    return { result: 'created', ...made }
  },
  details: { fields: ['path', 'bytes', 'engine', 'created', 'entries', 'last_entry_id', 'has_key'] },
  quiet: ({ path }) => path,
})
