import { fillIn, type ValuesOf } from './fill-in.ts'
import type { PlaceholderIn } from './phrases/phrases.ts'
import type { Texts } from './reasons.ts'

/** Reasons why the daemon does not start. Each says in one line what is wrong and what to do. */
const startTexts = {
  integer: {
    en: '{name} must be a whole number from {min} to {max}, not "{text}".{hint}',
    zh: '{name} 必须是 {min} 到 {max} 之间的整数，而不是“{text}”。{hint}',
  },
  kubernetes: {
    en: ' Kubernetes has set it for a service of this name: set enableServiceLinks: false for the pod, or the variable itself.',
    zh: '该变量由 Kubernetes 为同名服务设置：请为 Pod 设置 enableServiceLinks: false，或自行设置该变量。',
  },
  workersNeedPostgres: {
    en: '{workers} workers need PostgreSQL, because only one process can use an SQLite file. Set TOLLGATE_DATABASE_URL to postgres://..., or run with --workers 1.',
    zh: '{workers} 个进程需要 PostgreSQL，因为 SQLite 文件只能由一个进程使用。请将 TOLLGATE_DATABASE_URL 设为 postgres://...，或使用 --workers 1。',
  },
  logFormat: {
    en: 'TOLLGATE_LOG_FORMAT must be json or pretty, not "{text}".',
    zh: 'TOLLGATE_LOG_FORMAT 必须是 json 或 pretty，而不是“{text}”。',
  },
  logLevel: {
    en: 'TOLLGATE_LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent, not "{text}".',
    zh: 'TOLLGATE_LOG_LEVEL 必须是 trace、debug、info、warn、error、fatal 或 silent，而不是“{text}”。',
  },
  ranges: {
    en: '{name} must be addresses or ranges with commas between, such as 10.0.0.0/8,192.168.1.5, and "{text}" is neither.',
    zh: '{name} 必须是用逗号分隔的地址或网段，例如 10.0.0.0/8,192.168.1.5；“{text}”两者都不是。',
  },
  databaseQuotes: {
    en: '{name} begins with a quotation mark. Leave the quotes out.',
    zh: '{name} 以引号开头。请去掉引号。',
  },
  databaseScheme: {
    en: '{name} must begin with postgres:// (leave it unset for SQLite).',
    zh: '{name} 必须以 postgres:// 开头（使用 SQLite 时请勿设置）。',
  },
  databaseForm: {
    en: '{name} must be like postgres://user:password@host:5432/database. In the user name and password, write % as %25, @ as %40, : as %3A, / as %2F, ? as %3F and # as %23.',
    zh: '{name} 的格式应为 postgres://user:password@host:5432/database。用户名和密码中的 % 写作 %25，@ 写作 %40，: 写作 %3A，/ 写作 %2F，? 写作 %3F，# 写作 %23。',
  },
  redisScheme: {
    en: 'TOLLGATE_REDIS_URL must begin with redis:// or, for TLS, rediss://, not with {scheme}://.',
    zh: 'TOLLGATE_REDIS_URL 必须以 redis:// 开头（使用 TLS 时为 rediss://），而不是 {scheme}://。',
  },
  addressInUse: {
    en: 'The address is in use: another program listens there. Choose another with --port or TOLLGATE_PORT.',
    zh: '地址已被占用：另一个程序正在该地址监听。请用 --port 或 TOLLGATE_PORT 另选一个端口。',
  },
  addressDenied: {
    en: 'The address may not be used by this user. Choose a port above 1023 with --port or TOLLGATE_PORT.',
    zh: '当前用户无权使用该地址。请用 --port 或 TOLLGATE_PORT 选择大于 1023 的端口。',
  },
  addressForeign: {
    en: 'This machine does not have the address of --host or TOLLGATE_HOST. Use 127.0.0.1 to be reached from this machine only, or 0.0.0.0 from others too.',
    zh: '本机没有 --host 或 TOLLGATE_HOST 指定的地址。仅供本机访问请用 127.0.0.1，也供其他机器访问请用 0.0.0.0。',
  },
  foreignFiles: {
    en: 'This user may not read and write {files} in {dataDir}; often Tollgate has run as root before. As root, run "chown -R {owner} {dataDir} && chmod -R u+rw {dataDir}", which gives them to this user.',
    zh: '当前用户无权读写 {dataDir} 中的 {files}；常见原因是之前以 root 身份运行过 Tollgate。请以 root 身份运行 "chown -R {owner} {dataDir} && chmod -R u+rw {dataDir}"，将这些文件交给当前用户。',
  },
  keyMissing: {
    en: 'The database holds secrets sealed with a key that is not here: put the key file back at {path}, or set TOLLGATE_SECRET_KEY to the key that was used before.',
    zh: '数据库中有用密钥加密的内容，但找不到该密钥：请将密钥文件放回 {path}，或将 TOLLGATE_SECRET_KEY 设为之前使用的密钥。',
  },
  keyVariable: {
    en: 'TOLLGATE_SECRET_KEY must be {bytes} bytes, as 64 hex digits or in base64; it has {length} characters. The command "openssl rand -hex {bytes}" makes a new one.',
    zh: 'TOLLGATE_SECRET_KEY 必须是 {bytes} 字节，写成 64 位十六进制或 base64；当前有 {length} 个字符。可用命令 "openssl rand -hex {bytes}" 生成新密钥。',
  },
  keyFile: {
    en: 'The key file {path} does not hold {bytes} bytes as 64 hex digits or in base64. Restore it from a backup; without it, stored secrets cannot be read.',
    zh: '密钥文件 {path} 的内容不是 {bytes} 字节的 64 位十六进制或 base64。请从备份中恢复；没有它，已保存的密钥等内容无法读取。',
  },
  keyForeign: {
    en: 'The secrets in the database were sealed with another key than the one from {origin}. Start with the key that was used before; without it, channel and token keys cannot be read.',
    zh: '数据库中的内容不是用来自 {origin} 的密钥加密的。请使用之前的密钥启动；没有它，渠道和令牌的密钥无法读取。',
  },
  keyFileIn: { en: 'the key file in {dataDir}', zh: '{dataDir} 中的密钥文件' },
  keyUnreadable: {
    en: 'Cannot read the key file {path}: {reason}.',
    zh: '无法读取密钥文件 {path}：{reason}。',
  },
  keyUnwritable: {
    en: 'Cannot write the key file {path}: {reason}.',
    zh: '无法写入密钥文件 {path}：{reason}。',
  },
  schemaBusy: {
    en: 'Another daemon has been changing the database schema for over {seconds} s. Wait until it is done, then start again.',
    zh: '另一个服务正在更改数据库结构，已超过 {seconds} 秒。请等待其完成后再启动。',
  },
  schemaNewer: {
    en: 'The database was last used by a newer version of Tollgate (it has the schema change "{name}", which this version does not know). Start that version again, or restore a backup from before the upgrade.',
    zh: '数据库上次由更新版本的 Tollgate 使用（其中有本版本不认识的结构变更“{name}”）。请重新启动那个版本，或恢复升级前的备份。',
  },
  schemaFailed: {
    en: 'The schema change{step} failed and was undone: {reason}. The database is as it was before; start the previous version, or remove the cause and start again.',
    zh: '结构变更{step}失败并已撤销：{reason}。数据库保持原样；请启动之前的版本，或排除原因后重新启动。',
  },
  postgresUnusable: {
    en: 'The PostgreSQL database cannot be used: {reason}.',
    zh: '无法使用 PostgreSQL 数据库：{reason}。',
  },
  postgresUnreachable: {
    en: 'Cannot connect to PostgreSQL at {target}: {reason}. Check TOLLGATE_DATABASE_URL and that the server runs.',
    zh: '无法连接 PostgreSQL（{target}）：{reason}。请检查 TOLLGATE_DATABASE_URL，并确认服务器正在运行。',
  },
  givenAddress: { en: 'the given address', zh: '所给的地址' },
  fileWithoutLog: {
    en: 'The database file {file} is missing or empty, but its log {file}-wal is there. Put both back together from the same moment, or move the log away to start with an empty database.',
    zh: '数据库文件 {file} 不存在或为空，但其日志 {file}-wal 存在。请将同一时刻的两个文件一起放回，或移走日志以空数据库启动。',
  },
  fileForeign: {
    en: 'The database file {file} is the database of another program. {restore}',
    zh: '数据库文件 {file} 属于另一个程序。{restore}',
  },
  fileDamaged: {
    en: 'The database file {file} is damaged or not a database ({reason}). {restore}',
    zh: '数据库文件 {file} 已损坏或不是数据库（{reason}）。{restore}',
  },
  fileUnopened: {
    en: 'The database file {file} cannot be opened: {reason}.',
    zh: '无法打开数据库文件 {file}：{reason}。',
  },
  restore: {
    en: 'Nothing was changed. Restore a backup: "tollgate backup restore <archive> --data {directory} --force" keeps this file under another name.',
    zh: '未做任何更改。请恢复备份："tollgate backup restore <archive> --data {directory} --force" 会将此文件改名保留。',
  },
  directoryUnusable: {
    en: 'The data directory {path} cannot be used: {reason}. Choose another one with --data or TOLLGATE_DATA_DIR, or give this user the right to write there.',
    zh: '无法使用数据目录 {path}：{reason}。请用 --data 或 TOLLGATE_DATA_DIR 另选一个目录，或授予当前用户写入权限。',
  },
  nobodyListens: { en: 'no server listens there', zh: '该地址没有服务器在监听' },
  hostUnknown: { en: 'its host is not known', zh: '找不到该主机' },
  noAnswer: { en: 'the server does not answer', zh: '服务器没有响应' },
  userNotAdmitted: {
    en: 'the server does not admit this user from here',
    zh: '服务器不允许该用户从此处登录',
  },
  passwordWrong: { en: 'the user name or the password is wrong', zh: '用户名或密码错误' },
  databaseMissing: { en: 'the server has no such database', zh: '服务器上没有这个数据库' },
  rightMissing: { en: 'this user lacks a right in the database', zh: '该用户在数据库中缺少权限' },
  connectionsUsed: { en: 'the server takes no more connections', zh: '服务器的连接数已满' },
  serverStarting: { en: 'the server is starting or stopping', zh: '服务器正在启动或停止' },
  serverReadOnly: { en: 'the server is read-only', zh: '服务器为只读' },
  fileLocked: { en: 'another program has locked the file', zh: '文件被另一个程序锁定' },
  fileUnopenable: { en: 'it is missing, or this user may not open it', zh: '文件不存在，或当前用户无权打开' },
  fileReadOnly: { en: 'the file is read-only', zh: '文件为只读' },
  contentDamaged: { en: 'its content is damaged', zh: '内容已损坏' },
  noDatabase: { en: 'it is not a database', zh: '它不是数据库' },
  diskFails: { en: 'the disk cannot be read or written', zh: '磁盘无法读写' },
  noPermission: { en: 'no permission', zh: '没有权限' },
  denied: { en: 'no permission to write there', zh: '没有写入权限' },
  readOnly: { en: 'the file system is read-only', zh: '文件系统为只读' },
  diskFull: { en: 'the disk is full', zh: '磁盘已满' },
  quotaUsed: { en: 'the disk quota is used up', zh: '磁盘配额已用完' },
  pathHasFile: { en: 'part of the path is a file', zh: '路径中有一部分是文件' },
  isFile: { en: 'it is a file', zh: '它是一个文件' },
  isNoDirectory: { en: 'it is not a directory', zh: '它不是目录' },
  lockFailed: { en: 'Cannot lock {path}: {reason}.', zh: '无法锁定 {path}：{reason}。' },
  inUse: {
    en: 'Another daemon (PID {pid}{where}) already uses {dataDir}. Stop it first, or start this one with another --data directory.',
    zh: '另一个服务（PID {pid}{where}）正在使用 {dataDir}。请先停止它，或用 --data 指定另一个目录启动。',
  },
  onHost: { en: ' on the host {host}', zh: '，主机 {host}' },
  unknown: { en: 'unknown', zh: '未知' },
} as const satisfies Readonly<Record<string, Texts>>

type StartTextName = keyof typeof startTexts

/** Returns a reason in both languages, with its values filled in. */
export function startText<Name extends StartTextName>(
  name: Name,
  ...[values]: ValuesOf<PlaceholderIn<(typeof startTexts)[Name]['en']>>
): Texts {
  const { en, zh } = startTexts[name]
  return { en: fillIn(en, values ?? {}, 'en'), zh: fillIn(zh, values ?? {}, 'zh') }
}
