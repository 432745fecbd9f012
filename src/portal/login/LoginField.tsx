import { useId } from "react";

interface LoginFieldProps {
  name: string;
  label: string;
  type: string;
  value: string;
  fault?: string | undefined;
  autoComplete?: string | undefined;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}

/** One labelled input with the words for what is wrong with it. */
export function LoginField({
  name,
  label,
  type,
  value,
  fault,
  autoComplete,
  autoFocus,
  onChange,
}: LoginFieldProps) {
  const id = useId();
  const faultId = `${id}-fault`;
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        value={value}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
        aria-required
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : faultId}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault !== undefined && (
        <p id={faultId} className="login-fault">
          {fault}
        </p>
      )}
    </div>
  );
}
