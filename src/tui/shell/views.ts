import type { ComponentType } from 'react';
import { PromptsView, ResourcesView, ToolsView } from '../screens/catalogue/view.tsx';
import { InboxView } from '../screens/inbox/view.tsx';
import { OutputView } from '../screens/output/view.tsx';
import { ServerView } from '../screens/server/view.tsx';
import { TrafficView } from '../screens/traffic/view.tsx';
import type { ViewProps } from '../world/layout.ts';
import type { ScreenId } from '../world/screens.ts';

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
