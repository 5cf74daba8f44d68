import { Component, type ReactNode } from 'react';

interface Props {
  /** Calls back when what failed is to be tried again; returns the way to stop. */
  readonly retry: (again: () => void) => () => void;
  readonly onFault: (error: unknown) => void;
  /** What is drawn instead of what fails. */
  readonly instead: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly fault?: { readonly error: unknown } | undefined;
}

/** Keeps a fault in drawing to a part of the screen: all else goes on. React asks for a class here. */
export class Confined extends Component<Props, State> {
  override state: State = {};
  private stop: (() => void) | undefined;

  static getDerivedStateFromError = (error: unknown): State => ({ fault: { error } });

  override componentDidCatch(error: unknown): void {
    this.props.onFault(error);
    this.stop ??= this.props.retry(() => {
      this.componentWillUnmount();
      this.setState({ fault: undefined });
    });
  }

  override componentWillUnmount(): void {
    this.stop?.();
    this.stop = undefined;
  }

  override render(): ReactNode {
    const { fault } = this.state;
    return fault === undefined ? this.props.children : this.props.instead(fault.error);
  }
}
