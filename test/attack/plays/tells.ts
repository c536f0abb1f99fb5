/**
 * Compares review plans with the plan to apply: a new object differs by its uid and nothing else, an existing one by nothing. A review plan is
 * never applied.
 */
import { isDeepStrictEqual } from 'node:util';
import { REVIEW_VARIABLE, type Values } from '../../../src/model/api';
import { unmarkedSeed } from '../../../src/model/api/placeholder-uid';
import { readAll } from '../../acceptance/binding/explained';
import { honest } from '../changes/honest';
import { evaluated, ordered } from '../in-process-engine';
import { describeChange, type Play, refusedUnless, withChange } from './play';

export const tells: readonly Play[] = [
  {
    name: 'an expression tells a review plan from the plan',
    play: (random) =>
      withChange(random, honest, async ({ world, change, input }) => {
        const seed = random.chance(50) ? 'seed' : unmarkedSeed('seed');
        const [plain, review] = [await world.host(), await world.host({ [REVIEW_VARIABLE]: seed })];
        const beyond: string[] = [];
        for (const { address, type, body } of ordered(input)) {
          const config = evaluated(body, input, world.state, 'planned') as Values;
          // Refers to an object that does not exist yet.
          if (JSON.stringify(config).includes('"?"')) continue;
          const uid = world.state.get(address)?.['uid'];
          const plans: Values[] = [];
          let isMade = uid === undefined;
          for (const host of [plain, review]) {
            const instance = host.resource(type);
            if (uid !== undefined) await instance.import(uid as string);
            const { action, planned } = await instance.plan(config);
            isMade ||= action === 'replace';
            plans.push(planned ?? {});
          }
          const [one = {}, other = {}] = plans;
          for (const name of Object.keys({ ...one, ...other }))
            if ((name !== 'uid' || !isMade) && !isDeepStrictEqual(one[name], other[name]))
              beyond.push(`${address} has another ${name} in a review plan`);
        }
        return refusedUnless(beyond, describeChange(change));
      }),
  },
  {
    name: 'a review plan is applied',
    play: (random) =>
      withChange(random, honest, async ({ world, change, input }) => {
        const before = await readAll(world);
        const host = await world.host({ [REVIEW_VARIABLE]: 'seed' });
        for (const { address, type, body } of ordered(input)) {
          const config = evaluated(body, input, world.state, 'planned') as Values;
          if (JSON.stringify(config).includes('"?"')) continue;
          const instance = host.resource(type);
          const uid = world.state.get(address)?.['uid'];
          try {
            if (uid !== undefined) await instance.import(uid as string);
            await (uid !== undefined && random.chance(30) ? instance.destroy() : instance.apply(config));
          } catch {
            // Refused.
          }
        }
        const isSame = isDeepStrictEqual(before, await readAll(world));
        return refusedUnless(isSame ? [] : ['A review plan was applied'], describeChange(change));
      }),
  },
];
