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
