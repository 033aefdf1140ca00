import { expect, test, vi } from 'vitest';
import { FormCard } from '#screens/FormCard.tsx';
import { useErrorInTitle } from '#screens/useErrorInTitle.ts';
import { renderScreen, testPage } from '../support/screen.tsx';

test('messages about the page stand between the heading and the form, until the screen is left', () => {
  const placeNotices = vi.fn();
  const { container, unmount } = renderScreen(
    <FormCard heading="Log in" lead="With your email address.">
      <form />
    </FormCard>,
    testPage({ placeNotices }),
  );
  const [place] = placeNotices.mock.lastCall as [HTMLElement];
  const order = [...container.querySelectorAll('h1, form, .sheet-notices')];
  expect(order.map((element) => (element === place ? 'messages' : element.tagName))).toEqual([
    'H1',
    'messages',
    'FORM',
  ]);
  unmount();
  expect(placeNotices).toHaveBeenLastCalledWith(null);
});

function WrongForm() {
  useErrorInTitle(true);
  return null;
}

test('the title names a wrong field no longer once its form is gone', () => {
  const setErrorInTitle = vi.fn();
  const { unmount } = renderScreen(<WrongForm />, testPage({ setErrorInTitle }));
  expect(setErrorInTitle).toHaveBeenLastCalledWith(true);
  unmount();
  expect(setErrorInTitle).toHaveBeenLastCalledWith(false);
});
