import type { ComponentType } from 'react';
import type { ScreenId } from './screens.ts';
import { InboxView } from './views/inbox.tsx';
import { PromptsView, ResourcesView, ToolsView } from './views/items.tsx';
import { OutputView } from './views/output.tsx';
import { ServerView } from './views/server.tsx';
import { TrafficView } from './views/traffic.tsx';
import type { ViewProps } from './views/view.ts';

/** What draws each screen. */
export const views: Readonly<Record<ScreenId, ComponentType<ViewProps>>> = {
  server: ServerView,
  tools: ToolsView,
  resources: ResourcesView,
  prompts: PromptsView,
  traffic: TrafficView,
  inbox: InboxView,
  output: OutputView,
};
