import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import './testBrand.ts';

afterEach(cleanup);

// jsdom has no top layer: a modal dialog is simply an open one.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
// jsdom has no layout, but the code field looks up the element at a point.
document.elementFromPoint = () => null;
