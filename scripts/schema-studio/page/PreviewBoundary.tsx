import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import { Component, type ReactNode } from "react";

interface PreviewBoundaryProps {
  title: string;
  children: ReactNode;
}

/** A faulty schema can make a view throw. Give it a new `key` to show the next schema. */
export class PreviewBoundary extends Component<PreviewBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
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
