import { Component, type ReactNode } from "react";
import { fontFamily, palette } from "./palette.ts";
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
      <div role="alert" style={look}>
        <h1 style={{ fontSize: "1.5rem", fontWeight: 650, margin: "0 0 8px" }}>{title}</h1>
        <p style={{ margin: "0 0 24px" }}>{words}</p>
        <p>
          <button type="button" onClick={this.retry} style={buttonLook}>
            {again}
          </button>
          <a href={BASE_PATH + routes.home} style={{ color: accent, fontWeight: 600 }}>
            Back to your records
          </a>
        </p>
      </div>
    );
    return this.props.isWholePage ? <main>{notice}</main> : notice;
  }
}

const either = (name: keyof typeof palette.light) =>
  `light-dark(${palette.light[name]}, ${palette.dark[name]})`;

const accent = either("accent");

const look = {
  maxWidth: 560,
  margin: "15vh auto",
  padding: 24,
  textAlign: "center",
  colorScheme: "light dark",
  color: either("ink"),
  fontFamily,
} as const;

const buttonLook = {
  font: "inherit",
  fontWeight: 600,
  marginRight: 20,
  padding: "10px 20px",
  border: 0,
  borderRadius: 6,
  background: accent,
  color: either("onAccent"),
  cursor: "pointer",
};
