import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Document, type Section } from '../../features/site/document.tsx';
import { loadSitePage, siteMeta } from '../../features/site/site-page.ts';
import { paths } from '../../lib/paths.ts';
import type { Route } from './+types/devices.ts';
import { CablePicture, PhonePicture, ShelfPicture, SignInPicture } from './pictures.tsx';

const name = 'Reading on other devices';

export const loader = (args: Route.LoaderArgs) => loadSitePage(args);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadSitePage(args);

export const meta: Route.MetaFunction = ({ loaderData }) =>
  siteMeta(
    name,
    'Read your stories on KOReader, Kobo, Kindle, PocketBook, Apple Books and Moon+ Reader, step by step.',
    loaderData?.address,
  );

export default function Devices({ loaderData: { address } }: Route.ComponentProps) {
  return (
    <Document
      title={name}
      lead={<p>Read your stories on an e-reader or in a reading app, and get new chapters there.</p>}
      changed="2026-11-30"
      sections={sections(new URL(address).origin)}
    />
  );
}

const Steps = ({ children }: { children: ReactNode }) => (
  <ol className="list-decimal space-y-2 ps-6">{children}</ol>
);

const Typed = ({ children }: { children: ReactNode }) => (
  <code dir="ltr" translate="no" className="rounded bg-sunken px-1 font-mono text-[0.95em] wrap-anywhere">
    {children}
  </code>
);

const signIn = <li>Enter your username, and use the token as the password. You can leave out the spaces.</li>;

const sections = (origin: string): Section[] => [
  {
    id: 'token',
    title: 'Create a token',
    text: (
      <>
        <SignInPicture />
        <p>
          KOReader, Moon+ Reader and other apps sign in with a token instead of your password. If you lose the
          device, you can revoke its token without changing your password.
        </p>
        <Steps>
          <li>
            Open{' '}
            <Link to={paths.deviceTokens} className="link">
              Settings, E-readers and apps
            </Link>
            .
          </li>
          <li>Enter a name for the device, such as “Kobo”, and choose “Create token”.</li>
          <li>Copy the token, or keep the page open while you type it. It’s shown only once.</li>
        </Steps>
        <p>
          You can then browse your library, the stories you follow and your collections on the device. You can
          download stories whose authors allow it. Others are listed with “Read on the site” instead.
        </p>
      </>
    ),
  },
  {
    id: 'koreader',
    title: 'KOReader',
    text: (
      <>
        <ShelfPicture />
        <Steps>
          <li>
            In the file browser, tap the top of the screen, then the magnifying glass and “OPDS catalog”.
          </li>
          <li>Tap the plus sign or the menu in the top left corner, and choose “Add catalog”.</li>
          <li>
            Enter “Inkling” as the name and <Typed>{`${origin}/opds`}</Typed> as the address.
          </li>
          {signIn}
          <li>Tap the new catalog, choose a shelf and a story, and tap “EPUB” to download it.</li>
        </Steps>
        <p>
          To get new chapters, download the story again and let KOReader replace the file. Earlier chapters
          keep their place in the file, so KOReader opens it where you left off.
        </p>
        <p>To keep the same place in KOReader, here and on your other devices:</p>
        <Steps>
          <li>
            Open a story in KOReader, tap the top of the screen, then the tools icon and “Progress sync”.
          </li>
          <li>
            Choose “Custom sync server”, and enter <Typed>{`${origin}/kosync`}</Typed>.
          </li>
          <li>
            Choose “Register / Login”, enter your username and the token, and choose “Login”. Here, type the
            token without spaces or capital letters.
          </li>
          <li>
            Leave “Document matching method” set to “Binary”. Inkling recognizes a story by the file’s
            contents, not by its name.
          </li>
          <li>
            Turn on “Automatically keep documents in sync”. Otherwise KOReader sends your place only when you
            choose “Push progress from this device now”.
          </li>
        </Steps>
        <p>
          Inkling tells you which device you last read on by its token’s name, so give each device its own
          token.
        </p>
      </>
    ),
  },
  {
    id: 'kobo',
    title: 'Kobo',
    text: (
      <>
        <CablePicture />
        <p>Kobo’s own software can’t open catalogs. Copy a file to it with a cable:</p>
        <Steps>
          <li>
            On a computer, open the story’s page. Open the three-dot menu, and choose “Download for Kobo
            (KEPUB)”.
          </li>
          <li>Connect the Kobo to the computer with its cable, and tap “Connect” on the Kobo.</li>
          <li>Copy the file to the drive named “KOBOeReader”.</li>
          <li>Eject the drive. The story appears under “My Books”.</li>
        </Steps>
        <p>You can also install KOReader on a Kobo and follow the steps above.</p>
      </>
    ),
  },
  {
    id: 'kindle',
    title: 'Kindle',
    text: (
      <>
        <ShelfPicture />
        <Steps>
          <li>On a computer, open the three-dot menu on the story’s page, and choose “Download EPUB”.</li>
          <li>
            Open <Typed>amazon.com/sendtokindle</Typed>, and sign in with your Kindle’s Amazon account.
          </li>
          <li>Drag the file into the window, and choose “Send”.</li>
          <li>Connect the Kindle to Wi-Fi. The story appears in its library after a few minutes.</li>
        </Steps>
        <p>To have new chapters sent to your Kindle by email:</p>
        <Steps>
          <li>
            Open <Typed>amazon.com/myk</Typed>, choose “Preferences”, and open “Personal Document Settings”.
            It shows your Kindle’s email address, which ends in <Typed>@kindle.com</Typed>.
          </li>
          <li>
            Under “Approved Personal Document E-mail List”, add the sender address shown in{' '}
            <Link to={paths.deviceTokens} className="link">
              Settings, E-readers and apps
            </Link>
            .
          </li>
          <li>In Settings, enter your Kindle’s address, and choose “Send code”.</li>
          <li>
            Open the document “Your code” on the Kindle, and enter its six digits in Settings. If it doesn’t
            arrive, check your own inbox: Amazon may have asked you to confirm it.
          </li>
          <li>
            Choose when to send, whether to send the whole story or only new chapters, and which stories.
          </li>
        </Steps>
        <p>
          A Kindle doesn’t open EPUB files copied with a cable. Each file you send becomes a separate book, so
          your place isn’t carried over to a newer one.
        </p>
      </>
    ),
  },
  {
    id: 'pocketbook',
    title: 'PocketBook',
    text: (
      <>
        <ShelfPicture />
        <p>
          A PocketBook can get new chapters by email. Menus differ between models, and we haven’t tried all of
          them.
        </p>
        <Steps>
          <li>
            On the PocketBook, find “Send-to-PocketBook” in the settings, usually under “Accounts and
            synchronization”, and sign up. You get an address for the device, which ends in{' '}
            <Typed>@pbsync.com</Typed>.
          </li>
          <li>
            In{' '}
            <Link to={paths.deviceTokens} className="link">
              Settings, E-readers and apps
            </Link>
            , enter this address, and choose “Send code”. If PocketBook emails you to ask whether to accept
            the sender, accept it.
          </li>
          <li>Open the document “Your code” on the PocketBook, and enter its six digits in Settings.</li>
        </Steps>
      </>
    ),
  },
  {
    id: 'apple-books',
    title: 'Apple Books',
    text: (
      <>
        <PhonePicture />
        <Steps>
          <li>
            On an iPhone or iPad, open the three-dot menu on the story’s page, and choose “Download EPUB”.
          </li>
          <li>Open the downloaded file, tap the share button, and choose “Books”.</li>
        </Steps>
        <p>On a Mac, download the file in the same way, and open it with Books.</p>
      </>
    ),
  },
  {
    id: 'moon-reader',
    title: 'Moon+ Reader',
    text: (
      <>
        <ShelfPicture />
        <p>Menus differ between versions.</p>
        <Steps>
          <li>Open the menu on the left, and choose “Net Library”.</li>
          <li>Tap the plus sign, and choose “Add new catalog”.</li>
          <li>
            Enter “Inkling” as the name and <Typed>{`${origin}/opds`}</Typed> as the address.
          </li>
          {signIn}
          <li>Tap the new catalog, choose a shelf and a story, and download its EPUB.</li>
        </Steps>
      </>
    ),
  },
  {
    id: 'trouble',
    title: 'If it doesn’t work',
    text: (
      <ul>
        <li>
          The device asks for the password again: check the username and the token. Tokens have only lowercase
          letters and digits, and never “i”, “l”, “o” or “u”. They stop working when you change your password.
        </li>
        <li>
          Too many requests: after ten wrong tokens, wait 15 minutes. A correct token still works in the
          meantime.
        </li>
        <li>
          A story shows only “Read on the site”: its author doesn’t allow downloads. Open its page in a
          browser.
        </li>
        <li>
          Anything else:{' '}
          <Link to={paths.contact} className="link">
            write to us
          </Link>
          , and include the device and app you use.
        </li>
      </ul>
    ),
  },
];
