import { Component, type ReactNode } from "react";
import { plainPageStyles } from "./palette.ts";
import "./plainPages.css";
import { ApiError } from "./providers/calls/apiError.ts";
import { BASE_PATH, routes } from "./routes.ts";

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Without it, Retry reloads the page. */
  onRetry?: () => void;
  /** Title if code or configuration could not be loaded. */
  loadErrorTitle?: string;
  isWholePage?: boolean;
}

/** Plain elements, so that the error page itself cannot fail. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  handleRetry = () => {
    // Browsers may not retry a failed import until the page is reloaded.
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
    const [title, message, retryLabel] =
      error instanceof ApiError
        ? [this.props.loadErrorTitle ?? "This page could not be loaded", error.message, "Retry"]
        : [
            "This page could not be shown",
            "Nothing you saved is lost. Try again, or go back to your records.",
            "Try again",
          ];
    const notice = (
      <div role="alert" className="plain plain-notice" style={plainPageStyles}>
        <h1>{title}</h1>
        <p>{message}</p>
        <button type="button" onClick={this.handleRetry}>
          {retryLabel}
        </button>
        <a href={BASE_PATH + routes.home} className="link">
          Back to your records
        </a>
      </div>
    );
    return this.props.isWholePage ? <main>{notice}</main> : notice;
  }
}
