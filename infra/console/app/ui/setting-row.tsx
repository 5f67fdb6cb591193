import type { ComponentChildren } from 'preact';

interface SettingRowProps {
  readonly title: ComponentChildren;
  /** State of the setting, which is shown beside the title. */
  readonly state?: ComponentChildren;
  readonly text?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Row of a card: a setting with its state and an explanation, and the action that changes it. */
export const SettingRow = ({ title, state, text, children }: SettingRowProps) => (
  <section class="setting">
    <div>
      <h2>
        {title} {state}
      </h2>
      {text && <p class="small">{text}</p>}
    </div>
    {children}
  </section>
);
