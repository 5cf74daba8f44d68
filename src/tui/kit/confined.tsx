import { Component, type ReactNode } from 'react';

interface Props {
  /** Whenever this is another value, what failed is tried again. */
  readonly of: unknown;
  readonly onFault: (error: unknown) => void;
  /** What is drawn instead of what fails. */
  readonly instead: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly fault?: { readonly error: unknown } | undefined;
  readonly of?: unknown;
}

/** Keeps a fault in drawing to a part of the screen: all else goes on. React asks for a class here. */
export class Confined extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError = (error: unknown): State => ({ fault: { error } });

  static getDerivedStateFromProps = ({ of }: Props, before: State): State =>
    of === before.of ? {} : { of, fault: undefined };

  override componentDidCatch(error: unknown): void {
    this.props.onFault(error);
  }

  override render(): ReactNode {
    const { fault } = this.state;
    return fault === undefined ? this.props.children : this.props.instead(fault.error);
  }
}
