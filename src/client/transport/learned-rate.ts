/**
 * The rate of requests that a client learns from refusals (429), like the adaptive mode of the AWS SDKs. It only decides: the
 * rate limiter delays the requests.
 */

export interface LearnedRate {
  /** Requests per second, or `undefined` before the first refusal. */
  perSecond(): number | undefined;
  /** Identifies the current rate. A refused request of an earlier rate shows nothing about the current one. */
  epoch(): number;
  /** Records a request that the service did not refuse. `waited`: true if the rate has delayed it. */
  admitted(epoch: number, waited: boolean): void;
  /** Records a refused request that was sent at this time, in milliseconds. */
  refused(epoch: number, sentAt: number): void;
}

/** One request in two seconds. */
const LEAST_PER_SECOND = 0.5;
const SECOND_MS = 1000;
/** The number of admitted requests that are remembered for the first rate. */
const REMEMBERED = 1000;

/** Each refusal lowers the rate to a part between these. */
const LEAST_PART = 0.5;
const MOST_PART = 0.85;
/** The part of a refused rate up to which the rate grows fast again. */
const NEAR_PART = 0.9;
/** For each admitted request. */
const FAST_GROWTH = 0.05;
/** The faster the rate grows near the limit, the more requests are refused. */
const SLOW_GROWTH = 0.01;
const MOST_SLOW_GROWTH_PER_SECOND = 0.05;

export function createLearnedRate(clock: () => number): LearnedRate {
  let rate: number | undefined;
  let isFastBelow = Infinity;
  let epoch = 0;
  let epochBegan = 0;
  let admittedInEpoch = 0;
  const admissions: number[] = [];

  /** The responses may arrive long after the refused request was sent: a program loads code for the first one. */
  function firstRate(sentAt: number): number {
    return admissions.filter((time) => time > sentAt - SECOND_MS).length;
  }

  /** Returns the admitted requests per second at a refused rate: a pause is part of the time. */
  function lowered(refused: number): number {
    const seconds = (clock() - epochBegan) / SECOND_MS;
    const sustained = admittedInEpoch / Math.max(seconds, 0.001);
    const next = Math.min(MOST_PART * refused, Math.max(LEAST_PART * refused, sustained));
    const near = NEAR_PART * refused;
    isFastBelow = seconds < 1 ? Math.min(isFastBelow, near) : Math.max(next, Math.min(sustained, near));
    return next;
  }

  return {
    perSecond: () => rate,
    epoch: () => epoch,
    admitted(sentIn, waited) {
      if (rate === undefined) {
        if (admissions.push(clock()) > 2 * REMEMBERED) admissions.splice(0, REMEMBERED);
      } else if (sentIn === epoch) {
        admittedInEpoch++;
        // A request without a wait shows nothing about a higher rate.
        if (!waited) return;
        rate += rate < isFastBelow ? FAST_GROWTH * rate : Math.min(SLOW_GROWTH * rate, MOST_SLOW_GROWTH_PER_SECOND);
      }
    },
    refused(sentIn, sentAt) {
      if (sentIn !== epoch) return;
      rate = Math.max(LEAST_PER_SECOND, rate === undefined ? firstRate(sentAt) : lowered(rate));
      epoch++;
      epochBegan = clock();
      admittedInEpoch = 0;
    },
  };
}
