import {
  BarChart3,
  BookOpen,
  Compass,
  Flag,
  Gift,
  House,
  Library,
  LogOut,
  Menu as MenuIcon,
  PenLine,
  Search,
  Settings,
  Shield,
  UserRound,
  Users,
} from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { hasWorker } from '../../lib/has-worker.ts';
import { lazyComponent, useLoaded } from '../../lib/lazy-component.tsx';
import { LazyDialog } from '../../lib/lazy-dialog.tsx';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { useSignOut } from '../../lib/sign-out.ts';
import { useIsPressable } from '../../lib/use-query-string.ts';
import { SuspendedNotice } from '../measures/suspended-notice.tsx';
import { BellLink, LiveBells } from '../notifications/bell.tsx';
import { LiveRewards } from '../rewards/live-rewards.tsx';
import { onSearchWanted, searchOnSlash } from '../search/site-search.ts';
import { loadedSearchBox, loadSearchBox, plainBoxProps, wantSearchBox } from './search-box.ts';
import { carrySearchText } from './server-nav.tsx';
import { SessionLost } from './session-lost.tsx';
import { SiteName } from './site-name.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { UnverifiedBanner } from './unverified-banner.tsx';

type IconPart = typeof House;
interface NavItem {
  to: string;
  label: string;
  icon: IconPart;
}

const navItems: NavItem[] = [
  { to: paths.home, label: 'Home', icon: House },
  { to: paths.discover, label: 'Discover', icon: Compass },
  { to: paths.library, label: 'My Library', icon: Library },
  { to: paths.write, label: 'Write', icon: PenLine },
  { to: paths.community(), label: 'Community', icon: Users },
  { to: paths.rewards, label: 'Rewards', icon: Gift },
  { to: paths.analytics, label: 'Analytics', icon: BarChart3 },
  { to: paths.settings, label: 'Settings', icon: Settings },
  { to: paths.profile, label: 'My Profile', icon: UserRound },
];

/** For admins, the first for moderators as well. */
const reportsItem: NavItem = { to: paths.reports(), label: 'Reports', icon: Flag };
const moderatorItems = [reportsItem];
const adminItems: NavItem[] = [reportsItem, { to: paths.admin, label: 'Admin', icon: Shield }];

const ReportsCount = lazyComponent(async () => (await import('./reports-count.tsx')).ReportsCount);

const bottomBarItems: NavItem[] = [
  { to: paths.home, label: 'Home', icon: House },
  { to: paths.discover, label: 'Discover', icon: Compass },
  { to: paths.library, label: 'Library', icon: BookOpen },
  { to: paths.write, label: 'Write', icon: PenLine },
  { to: paths.profile, label: 'Profile', icon: UserRound },
];

/** On screens without side navigation, beside search, notifications and the menu. */
const topBarItems: NavItem[] = [
  { to: paths.community(), label: 'Community', icon: Users },
  { to: paths.rewards, label: 'Rewards', icon: Gift },
];

/** Other users' profiles are below the path of one's own, and reports below the admin area's; they must not match it. */
const exactMatch = (to: string): boolean => to === paths.profile || to === paths.admin;

const rowClass =
  'flex min-h-11 items-center gap-3 rounded-md px-3 text-start text-muted transition-colors hover:bg-sunken hover:text-text aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-text';

function useLogout() {
  const session = useSignOut();
  const navigate = useNavigate();
  return async () => {
    await session.end();
    await navigate(paths.landing);
  };
}

const ConfirmSignOut = lazyComponent(
  async () => (await import('../offline/confirm-sign-out.tsx')).ConfirmSignOut,
);

/**
 * The entries for a person, and the class of one of them: rewards are missing for whoever has switched them off, and only have
 * their place while it is not known who reads the page.
 */
function useEntries(items: NavItem[]): [entries: NavItem[], classOf: (to: string) => string] {
  const hides = useMe()?.readingPreferences.hidesRewards;
  const entries = hides ? items.filter(({ to }) => to !== paths.rewards) : items;
  return [entries, (to) => (to === paths.rewards && hides === undefined ? 'invisible' : '')];
}

/** All navigation links, and Logout. */
function NavList({ onGo }: { onGo?: () => void }) {
  const logout = useLogout();
  const [leaving, setLeaving] = useState(false);
  const stay = () => setLeaving(false);
  const askPlainly = () => (confirm('Sign out and delete unsent changes made offline?') ? logout() : stay());
  const pressable = useIsPressable();
  const me = useMe(false);
  const more = me?.isAdmin ? adminItems : me?.isModerator ? moderatorItems : [];
  const [items, classOf] = useEntries([...navItems, ...more]);
  return (
    <ul className="space-y-0.5">
      {items.map(({ to, label, icon: Icon }) => (
        <li key={to} className={classOf(to)}>
          <NavLink to={to} end={exactMatch(to)} className={rowClass} onClick={onGo}>
            <Icon aria-hidden="true" className="size-5 shrink-0" />
            {label}
            {to === reportsItem.to && <ReportsCount />}
          </NavLink>
        </li>
      ))}
      <li>
        <button
          type="button"
          disabled={!pressable}
          onClick={hasWorker() ? () => setLeaving(true) : logout}
          className={`${rowClass} w-full`}
        >
          <LogOut aria-hidden="true" className="size-5 shrink-0" />
          Logout
        </button>
        {leaving && <ConfirmSignOut onSignOut={logout} onStay={stay} onLoadFailed={askPlainly} />}
      </li>
    </ul>
  );
}

/** A plain search box, which the one with quick results replaces once it is loaded and wanted. */
function SearchBox() {
  const navigate = useNavigate();
  const { value: FullBox } = useLoaded(loadSearchBox, loadedSearchBox());
  const isSearch = useLocation().pathname === paths.search();
  useEffect(() => {
    // Its text is that of the screen.
    if (isSearch) wantSearchBox();
  }, [isSearch]);
  useEffect(() => {
    addEventListener('keydown', searchOnSlash);
    return () => removeEventListener('keydown', searchOnSlash);
  }, []);
  if (FullBox !== undefined) return <FullBox connect={carrySearchText} />;
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('q');
    if (typeof typed === 'string') void navigate(paths.search(typed.trim()));
  };
  return (
    <search>
      {/* `action` is for a submit before hydration. */}
      <form action={paths.search()} onSubmit={search} className="relative">
        <Search aria-hidden="true" className="pointer-events-none absolute start-3 top-3 size-5 text-muted" />
        <input
          ref={carrySearchText}
          name="q"
          type="search"
          data-site-search
          aria-label="Search stories and people"
          placeholder="Search"
          maxLength={200}
          {...plainBoxProps}
          className="min-h-11 w-full rounded-md border border-control bg-raised ps-10 pe-3"
        />
      </form>
    </search>
  );
}

function SideNavigation() {
  return (
    <aside className="not-in-focus sticky top-(--notice-height) z-30 hidden h-[calc(100dvh-var(--notice-height))] w-60 shrink-0 flex-col gap-4 overflow-y-auto border-e border-line px-3 py-4 lg:flex print:hidden">
      <div className="flex items-center justify-between ps-2">
        <SiteName to={paths.home} />
        <BellLink />
        <LiveBells />
        <LiveRewards />
      </div>
      <SearchBox />
      <nav aria-label="Main" className="flex-1">
        <NavList />
      </nav>
      <ThemeChoice />
    </aside>
  );
}

interface DialogButtonProps {
  icon: IconPart;
  label: string;
  onClick: () => void;
}

function DialogButton({ icon: Icon, label, onClick }: DialogButtonProps) {
  return (
    <button
      type="button"
      disabled={!useIsPressable()}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-md hover:bg-sunken"
      aria-haspopup="dialog"
    >
      <Icon aria-hidden="true" className="size-6" />
      <span className="sr-only">{label}</span>
    </button>
  );
}

function MoreMenu() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <DialogButton icon={MenuIcon} label="Menu" onClick={() => setOpen(true)} />
      {open && (
        <LazyDialog open onOpenChange={setOpen} onLoadFailed={close} title="Menu">
          <div className="space-y-4">
            <nav aria-label="More">
              <NavList onGo={close} />
            </nav>
            <ThemeChoice />
          </div>
        </LazyDialog>
      )}
    </>
  );
}

function BottomBar() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="mx-auto grid max-w-xl grid-cols-5">
        {bottomBarItems.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={exactMatch(to)}
              className="flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 text-xs text-muted aria-[current=page]:font-semibold aria-[current=page]:text-accent-text"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              <span className="max-w-full truncate">{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const PaymentBanner = lazyComponent(async () => (await import('./payment-banner.tsx')).PaymentBanner);
const SearchSheet = lazyComponent(async () => (await import('../search/global-search.tsx')).SearchSheet);

function SearchButton() {
  const [open, setOpen] = useState(false);
  useEffect(() => onSearchWanted(() => setOpen(true)), []);
  return (
    <>
      <DialogButton icon={Search} label="Search" onClick={() => setOpen(true)} />
      {open && <SearchSheet onClose={() => setOpen(false)} />}
    </>
  );
}

/** The site's name, search and the menu, on screens without side navigation. */
function TopBar() {
  const [items, classOf] = useEntries(topBarItems);
  return (
    <header className="flex items-center justify-between px-4 py-2 lg:hidden print:hidden">
      <SiteName to={paths.home} isCompact />
      {/* As wide as its buttons even while the browser has parsed only the first of them. */}
      <div className="flex min-w-44 justify-end">
        {items.map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            to={to}
            aria-label={label}
            title={label}
            className={`grid size-11 place-items-center rounded-md hover:bg-sunken aria-[current=page]:bg-sunken ${classOf(to)}`}
          >
            <Icon aria-hidden="true" className="size-6" />
          </NavLink>
        ))}
        <SearchButton />
        <BellLink />
        <MoreMenu />
      </div>
    </header>
  );
}

/** The content above a page: the top bar and notices. */
function Top({ editor }: { editor: boolean }) {
  return (
    <>
      {!editor && <TopBar />}
      <div className={`print:hidden ${editor ? 'not-in-focus max-lg:hidden' : ''}`}>
        <SuspendedNotice />
        {useMe(false)?.isPaymentDue && <PaymentBanner />}
        <UnverifiedBanner />
      </div>
      <SessionLost />
    </>
  );
}

/** The parts that AppShell arranges. */
export const memberParts = { Side: SideNavigation, Top, Bottom: BottomBar };
export type MemberParts = typeof memberParts;

/** The same parts for the server, which does not know the session. */
export const serverParts = { side: SideNavigation, top: TopBar, bottom: BottomBar };
