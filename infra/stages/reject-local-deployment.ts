/**
 * Serverless plugin of the stage `local`, which is the default stage. It rejects the deployment and the packaging of
 * the stage at once: the stage has no bundler, so Serverless would zip the whole project for each function.
 */
import type { Untyped } from '../parts/serverless.ts';

export default class RejectLocalDeployment {
  readonly hooks: { readonly initialize: () => void };

  constructor({ processedInput, classes }: Untyped) {
    this.hooks = {
      initialize: () => {
        const [command] = processedInput.commands;
        if (command !== 'deploy' && command !== 'package') return;
        throw new classes.Error(
          `The stage local runs on this machine only (npm start). Deploy a stage with npm run deploy -- --stage sandbox.`,
        );
      },
    };
  }
}
