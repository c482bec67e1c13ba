import { Moon, Sun, SunMoon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, type ThemeChoice, useTheme, useThemeChoice } from '../../state/theme.ts'
import { buttonClass } from '../ui/button.tsx'
import { Menu, MenuAction } from '../ui/menu.tsx'

const choices: readonly ThemeChoice[] = ['light', 'dark', 'system']
const icons = { light: Sun, dark: Moon, system: SunMoon }

export function ThemeMenu() {
  const { t } = useTranslation()
  const choice = useThemeChoice()
  const Icon = useTheme() === 'dark' ? Moon : Sun
  return (
    <Menu
      label={t('theme.menu')}
      className={buttonClass('ghost', 'icon')}
      button={<Icon size={16} aria-hidden />}
    >
      {choices.map((each) => {
        const ChoiceIcon = icons[each]
        return (
          <MenuAction
            key={each}
            icon={<ChoiceIcon size={15} aria-hidden className="text-muted" />}
            isChosen={each === choice}
            onSelect={() => chooseTheme(each)}
          >
            {t(`theme.${each}`)}
          </MenuAction>
        )
      })}
    </Menu>
  )
}
