import { confirmationOfText } from '../screens/catalogue/confirming.ts';
import { readLink } from '../screens/catalogue/linked.ts';
import { goToLine } from '../screens/traffic/jump.ts';
import { sendText } from '../screens/traffic/sending.ts';
import type { Services } from '../world/command.ts';
import { chooseCopy, whyNoCopy } from './copies.ts';
import { restartWords } from './gone.ts';
import { askToRestart } from './restarting.ts';
import { activeScopes } from './scopes.ts';
import { screenOf } from './screens.ts';
import { sheetInView } from './sheet-in-view.ts';

/** What the services of the screen do for each other, whoever it is that does it. */
export const services: Services = {
  activeScopes,
  chooseCopy,
  confirmationOfText,
  formOwner: (situation) => screenOf(situation.ui.get().screen).form?.(situation),
  goToLine,
  readLink,
  restart: askToRestart,
  restartWords,
  sendText,
  sheetInView,
  whyNoCopy,
};
