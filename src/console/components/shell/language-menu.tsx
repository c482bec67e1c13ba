import { Globe } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, currentLanguage, languages } from '../../i18n/i18n.ts'
import { buttonClass } from '../ui/button.tsx'
import { Menu, MenuAction } from '../ui/menu.tsx'

/** Each language's name in that language, whatever language the page is in. */
export const languageNames = { zh: '中文', en: 'English' } as const

export function LanguageMenu() {
  const { t } = useTranslation()
  return (
    <Menu
      label={t('language.menu')}
      className={buttonClass('ghost', 'icon')}
      button={<Globe size={16} aria-hidden />}
    >
      {languages.map((language) => (
        <MenuAction
          key={language}
          isChosen={currentLanguage() === language}
          onSelect={() => void chooseLanguage(language)}
        >
          <span lang={language}>{languageNames[language]}</span>
        </MenuAction>
      ))}
    </Menu>
  )
}
