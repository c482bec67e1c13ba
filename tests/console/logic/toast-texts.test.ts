import { expect, it } from 'vitest'
import { readPhrases } from '../support/phrases.ts'

/** The toasts that the specification demands. Browser tests show when each appears, in English. */
const demanded = [
  ['A-ERR-06', 'login:done', 'Login successful', '登录成功'],
  ['A-ERR-07', 'register:done', 'Registration successful', '注册成功'],
  ['A-ERR-08', 'register:codeSent', 'Verification code sent', '验证码已发送'],
  ['A-ERR-09', 'users:created', 'User account created: x', '用户账户已创建：x'],
  ['A-ERR-10', 'users:saved', 'User info updated: x', '用户信息已更新：x'],
  ['A-ERR-11', 'common:done', 'Operation completed', '操作已完成'],
  ['A-ERR-19', 'settings:saved', 'Saved successfully', '保存成功'],
  ['A-ERR-20', 'settings:updated.Notice', 'Notice updated', '公告已更新'],
  ['A-ERR-20', 'settings:updated.SystemName', 'System name updated', '系统名称已更新'],
  ['A-ERR-20', 'settings:updated.Logo', 'Logo updated', 'Logo 已更新'],
  ['A-ERR-21', 'common:copy.done', 'Copied: x', '已复制：x'],
  ['A-ERR-22', 'common:copy.denied', 'Cannot copy to clipboard', '无法复制到剪贴板'],
  ['C-ERR-02', 'messages:updated', 'Message updated: x', '消息已更新：x'],
  ['C-ERR-02', 'messages:deleted', 'Message deleted: x', '消息已删除：x'],
  ['C-ERR-03', 'common:shell.logoutDone', 'Logout successful', '退出登录成功'],
] as const

it.each(demanded)('%s %s says "%s" in English and "%s" in Chinese', async (_id, key, en, zh) => {
  const pages = [key.split(':')[0] ?? '']
  const values = { name: 'x', title: 'x', text: 'x' }
  expect((await readPhrases('en', pages))(key, values)).toBe(en)
  expect((await readPhrases('zh', pages))(key, values)).toBe(zh)
})
