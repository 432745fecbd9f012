import { Component, type ReactNode } from "react";
import { paint } from "./palette.ts";
import "./plainPages.css";
import { VendorError } from "./providers/calls/vendorError.ts";
import { BASE_PATH, routes } from "./routes.ts";

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Tried when the user asks to; without it the page is loaded anew. */
  onRetry?: () => void;
  /** What is said when code or configuration could not be had. */
  notLoaded?: string;
  /** Whether nothing else stands on the page then. */
  isWholePage?: boolean;
}

/**
 * Catches what a screen could not cope with, and code that could not be had, and offers ways back. Plain elements:
 * nothing here may fail again.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  retry = () => {
    // A browser may give up code that it could not fetch for as long as the page stays: then only a reload helps.
    if (!this.props.onRetry) {
      location.reload();
      return;
    }
    this.props.onRetry();
    this.setState({ error: undefined });
  };

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const [title, words, again] =
      error instanceof VendorError
        ? [this.props.notLoaded ?? "This page could not be loaded", error.message, "Retry"]
        : [
            "This page could not be shown",
            "Nothing you saved is lost. Try again, or go back to your records.",
            "Try again",
          ];
    const notice = (
      <div role="alert" className="plain plain-notice" style={paint}>
        <h1>{title}</h1>
        <p>{words}</p>
        <button type="button" onClick={this.retry}>
          {again}
        </button>
        <a href={BASE_PATH + routes.home} className="link">
          Back to your records
        </a>
      </div>
    );
    return this.props.isWholePage ? <main>{notice}</main> : notice;
  }
}
