import { errorTexts } from '../error-texts.zh.gen.ts'

export const login = {
  title: '登录',
  heading: '登录 {{name}}',
  expired: errorTexts.not_signed_in,
  username: '用户名或邮箱',
  password: '密码',
  submit: '登录',
  bothRequired: errorTexts.credentials_required,
  checkRunning: errorTexts.turnstile_required,
  passwordLoginOff: '管理员关闭了密码登录。',
  done: '登录成功',
  register: '注册新账户',
  reset: '忘记密码？',
  again: {
    title: '请重新登录',
    text: '登录已过期。您输入的内容仍然保留：请以 {{name}} 的身份登录后继续。',
    leave: '放弃并离开',
    elsewhere: '在新标签页中以其他方式登录',
  },
  factory: {
    title: '请修改密码',
    text: '您使用的是出厂默认密码 {{password}}，任何人都能用它登录。请立即修改。',
    new: '新密码',
    newHint: '8 到 20 个字符。',
    confirm: '确认新密码',
    short: errorTexts.password_too_short,
    differ: errorTexts.passwords_differ,
    later: '下次登录再说',
    submit: '修改密码',
    done: '密码已修改，其他会话已退出',
  },
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    login: typeof login
  }
}
