import { Link } from "react-router";
import type { User } from "#app/features/user/user.contract.ts";
import { isDark, toggleTheme } from "#app/site/layout/theme.ts";
import { Avatar } from "#app/ui/admin/control/avatar.tsx";
import { IconButton } from "#app/ui/admin/control/icon-button.tsx";
import { Menu, MenuItem, MenuLink } from "#app/ui/admin/control/menu.tsx";
import { SiteLogo } from "#app/ui/admin/screen/site-logo.tsx";
import { external, logOut, menu, moon, people, person, sun } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { SearchBox } from "../search/search-box.tsx";
import styles from "./top-bar.module.css";

interface TopBarProps {
  /** Undefined until the server has confirmed the session. */
  user: User | undefined;
  onMenu: () => void;
  onLogOut: () => void;
}

export function TopBar({ user, onMenu, onLogOut }: TopBarProps) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: outside sectioning content a header is a banner, which may be named
    <header className={`cluster ${styles.bar}`} aria-label="Back office">
      <IconButton glyph={menu} label="Menu" className={styles.menu} onClick={onMenu} />
      <Link to="/" className={`line ${styles.logo}`}>
        <SiteLogo />
      </Link>
      <div className={styles.search}>
        <SearchBox isReady={user !== undefined} />
      </div>
      <a href="/" target="_blank" rel="noopener" className={`line gap-8 ${styles.site}`}>
        <Icon of={external} small />
        <span>View site</span>
        <span className="vh"> (opens in a new tab)</span>
      </a>
      {user && <Account user={user} onLogOut={onLogOut} />}
    </header>
  );
}

function Account({ user, onLogOut }: { user: User; onLogOut: () => void }) {
  const name = user.fullName || user.email;
  const face = (
    <>
      <Avatar image={user.profileImage} name={name} />
      <span className={`truncate ${styles.name}`}>{name}</span>
      <Icon of="M5 9l7 7 7-7" small />
    </>
  );
  return (
    <div className={styles.me}>
      <Menu className={`line gap-12 ${styles.account}`} face={face}>
        <MenuLink glyph={person} label="Account" to="/account" />
        <MenuLink glyph={people} label="People" to="/account/people" />
        <ThemeItem />
        <MenuItem glyph={logOut} label="Logout" onClick={onLogOut} />
      </Menu>
    </div>
  );
}

/** The same choice as on the public site, in the same cookie. Rendered again each time the menu opens. */
function ThemeItem() {
  const isNowDark = isDark();
  return (
    <MenuItem glyph={isNowDark ? sun : moon} label={isNowDark ? "Light theme" : "Dark theme"} onClick={toggleTheme} />
  );
}
