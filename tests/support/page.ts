import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// jsdom draws no layers: a modal dialog is one that is open.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
// jsdom has no layout; the code field asks what lies under a point.
document.elementFromPoint = () => null;
