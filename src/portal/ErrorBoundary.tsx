import { Component, type ReactNode } from "react";
import { fontFamily, palette } from "./palette.ts";
import { BASE_PATH, routes } from "./routes.ts";

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Tried when the user asks to; without it the page is loaded anew. */
  onRetry?: () => void;
}

/** Catches what a screen could not cope with, and offers ways back. Plain elements: nothing here may fail again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  retry = () => {
    if (!this.props.onRetry) {
      location.reload();
      return;
    }
    this.props.onRetry();
    this.setState({ failed: false });
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert" style={look}>
        <h1 style={{ fontSize: "1.5rem", fontWeight: 650, margin: "0 0 8px" }}>
          This page could not be shown
        </h1>
        <p style={{ margin: "0 0 24px" }}>
          Nothing you saved is lost. Try again, or go back to your records.
        </p>
        <p>
          <button type="button" onClick={this.retry} style={buttonLook}>
            Try again
          </button>
          <a href={BASE_PATH + routes.home} style={{ color: accent, fontWeight: 600 }}>
            Back to your records
          </a>
        </p>
      </div>
    );
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
