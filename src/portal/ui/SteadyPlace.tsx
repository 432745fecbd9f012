import { Component } from "react";
import { hasMovedOn, readingPlace } from "./readingPlace.ts";

interface SteadyPlaceProps {
  /**
   * What a poll replaces. When it changes, what is being read stays where it is on the screen. Undefined while it has
   * not come yet: then the page is still being put together, and only a reader who has moved on is held.
   */
  of: unknown;
}

let mounted = 0;

/** The browser's own way of keeping the place would add itself to this one. */
function count(change: 1 | -1): void {
  mounted += change;
  document.documentElement.style.setProperty("overflow-anchor", mounted > 0 ? "none" : "auto");
}

/**
 * Stands beside what a poll changes and keeps the page from moving under the reader when it does. Shows nothing. A
 * class, because only a class is asked before the page changes.
 */
export class SteadyPlace extends Component<SteadyPlaceProps> {
  override componentDidMount() {
    count(1);
  }

  override componentWillUnmount() {
    count(-1);
  }

  override getSnapshotBeforeUpdate(before: SteadyPlaceProps): (() => void) | null {
    if (before.of === this.props.of || (before.of === undefined && !hasMovedOn())) return null;
    return readingPlace();
  }

  override componentDidUpdate(_: SteadyPlaceProps, __: unknown, restore: (() => void) | null) {
    restore?.();
  }

  override render() {
    return null;
  }
}
