import { CODE_MINUTES } from '../accounts/email-codes.ts'
import type { Language } from '../plugins/language.ts'
import type { Mail } from './send-mail.ts'

type MailText = Omit<Mail, 'to'>

/** The code that proves an address. */
export function codeMail(language: Language, site: string, code: string): MailText {
  if (language === 'en')
    return {
      subject: `${site}: your verification code`,
      text: `Your verification code for ${site} is ${code}.\n\nIt is good for ${CODE_MINUTES} minutes. If you did not ask for it, ignore this mail.\n`,
    }
  return {
    subject: `${site} 邮箱验证码`,
    text: `您在 ${site} 的邮箱验证码是：${code}\n\n验证码 ${CODE_MINUTES} 分钟内有效。如果不是您本人操作，请忽略此邮件。\n`,
  }
}

/** What goes to an address that has an account when somebody wants to register with it or bind it. */
export function accountExistsMail(language: Language, site: string): MailText {
  if (language === 'en')
    return {
      subject: `${site}: you have an account already`,
      text: `Somebody, maybe you, wanted to use this address for an account at ${site}. It belongs to an account already: sign in to that one instead. If it was not you, ignore this mail.\n`,
    }
  return {
    subject: `${site} 您已有账户`,
    text: `有人（可能是您本人）想在 ${site} 的账户中使用此邮箱。该邮箱已属于一个账户，请直接登录该账户。如果不是您本人操作，请忽略此邮件。\n`,
  }
}

/** What an administrator sends himself to try the mail settings. */
export function testMail(language: Language, site: string): MailText {
  if (language === 'en')
    return {
      subject: `${site}: mail works`,
      text: `This mail was sent to try the mail settings of ${site}. They work.\n`,
    }
  return { subject: `${site} 邮件测试`, text: `这封邮件用于测试 ${site} 的邮件设置，说明设置可用。\n` }
}
