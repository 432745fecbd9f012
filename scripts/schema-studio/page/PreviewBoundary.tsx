import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import { Component, type ReactNode } from "react";

interface PreviewBoundaryProps {
  title: string;
  /** What the children show: after an error they are rendered again when it changes. */
  content?: unknown;
  children: ReactNode;
}

/** A faulty schema can make a view throw, which must not close the editor. */
export class PreviewBoundary extends Component<PreviewBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate({ content }: PreviewBoundaryProps, { error }: { error?: unknown }) {
    if (error !== undefined && content !== this.props.content) this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Alert severity="error">
        <AlertTitle>{this.props.title}</AlertTitle>
        {(error as Error).message}
      </Alert>
    );
  }
}
