import { errorTexts } from '../error-texts.zh.gen.ts'

export const register = {
  title: '注册',
  heading: '注册 {{name}}',
  username: '用户名',
  usernameHint: '最多 12 个字符。',
  password: '密码',
  passwordPlaceholder: '8 到 20 个字符',
  confirmPassword: '确认密码',
  email: '邮箱',
  sendCode: '获取验证码',
  resendIn: '{{seconds}} 秒后重发',
  codeSent: '验证码已发送',
  codeSentHint: '验证码 10 分钟内有效。请查看邮箱，也留意垃圾邮件。',
  code: '验证码',
  checkRunning: errorTexts.turnstile_required,
  submit: '注册',
  done: '注册成功',
  haveAccount: '已有账户？',
  logIn: '登录',
  registerOff: '管理员关闭了新用户注册。',
  passwordRegisterOff: '管理员关闭了通过密码注册。',
  mistake: {
    usernameRequired: '请输入用户名',
    passwordRequired: '请输入密码',
    passwordShort: errorTexts.password_too_short,
    passwordsDiffer: errorTexts.passwords_differ,
    emailRequired: '请输入邮箱地址',
    codeRequired: '请输入验证码',
  },
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    register: typeof register
  }
}
