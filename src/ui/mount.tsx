/** Ink as the layout engine behind the screen. */
import { render } from 'ink';
import { Component, type ReactNode } from 'react';
import { App } from './components/app.tsx';
import type { LiveView } from './live-view.ts';
import type { Screen } from './screen.ts';

export interface Layout {
  /** Lays the view out; it reaches the screen's `write` before this returns. */
  render(view: LiveView): void;
  unmount(): void;
}

/**
 * Mounts an empty chat.
 *
 * Ink writes whole frames without escapes of its own under `debug`, which also keeps `CI` from
 * changing anything; keys, colours and the cursor are not its business here.
 *
 * @param onError - Called when a component throws; the chat is over then.
 */
export function mountLayout(
  screen: Screen,
  stdin: NodeJS.ReadStream,
  onError: (error: unknown) => void,
): Layout {
  const instance = render(null, {
    // Ink uses no more of a stream than what Screen has: columns, rows, isTTY, write, on and off.
    stdout: screen as unknown as NodeJS.WriteStream,
    stdin,
    debug: true,
    patchConsole: false,
    exitOnCtrlC: false,
    isScreenReaderEnabled: false,
  });
  return {
    render(view) {
      instance.rerender(
        <ErrorBoundary onError={onError}>
          <App view={view} />
        </ErrorBoundary>,
      );
    },
    unmount: () => instance.unmount(),
  };
}

interface BoundaryProps {
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Ink's own boundary prints source excerpts and leaves the process running. */
class ErrorBoundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
