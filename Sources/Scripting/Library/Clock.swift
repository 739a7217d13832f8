extension ScriptLibrary {
  /// The clock and the random numbers of the job instead of the engine's, timers, and what scripts must not find.
  static let clock = #"""
    const { floor } = Math;

    /** The readings of the clock: a time, how often it was read, the next time, and so on. */
    const readings = [];
    /** Those of an earlier run, for its replay, and how many of them were read again. */
    let earlierReadings = [];
    let replayed = 0;

    /** Milliseconds since 1970, whole ones, so that few readings differ. */
    function now() {
      let time = earlierReadings[0];
      if (time === undefined) {
        time = floor(host.now());
      } else if (++replayed >= earlierReadings[1] && earlierReadings.length > 2) {
        earlierReadings = earlierReadings.slice(2);
        replayed = 0;
      }
      if (readings[readings.length - 2] === time) readings[readings.length - 1] += 1;
      else readings[readings.length] = time, readings[readings.length] = 1;
      return time;
    }

    prepare(() => { earlierReadings = job.info?.readings?.clock ?? []; });

    function replaceClock() {
      const NativeDate = Date;
      NativeDate.now = now;
      const clocked = new Proxy(NativeDate, {
        apply: () => text(new NativeDate(now())),
        construct: (target, values, newTarget) =>
          construct(target, values.length === 0 ? [now()] : values, newTarget)
      });
      NativeDate.prototype.constructor = clocked;
      expose("Date", clocked);
      const formatter = Intl.DateTimeFormat.prototype;
      const { get } = getOwnPropertyDescriptor(formatter, "format");
      defineProperty(formatter, "format", {
        configurable: true,
        get() { const format = apply(get, this, []); return (date) => format(date === undefined ? now() : date); }
      });
      const { formatToParts } = formatter;
      formatter.formatToParts = function (date) {
        return apply(formatToParts, this, [date === undefined ? now() : date]);
      };
      const timeOrigin = now();
      expose("performance", { now: () => now() - timeOrigin, timeOrigin, mark() {}, measure() {} });
    }

    // The generator is sfc32, seeded with the two halves of the job's seed.

    let state = [1, 2, 3, 4];

    function seed(decimal) {
      const whole = BigInt(decimal ?? "0");
      state = [Number(whole & 0xffffffffn), Number((whole >> 32n) & 0xffffffffn), 0x9e3779b9, 1];
      for (let round = 0; round < 12; round++) randomWord();
    }

    function randomWord() {
      const [a, b, c, d] = state;
      const word = (a + b + d) | 0;
      state = [b ^ (b >>> 9), (c + (c << 3)) | 0, (((c << 21) | (c >>> 11)) + word) | 0, (d + 1) | 0];
      return word >>> 0;
    }

    const random = () => (randomWord() * 0x200000 + (randomWord() >>> 11)) / 0x20000000000000;

    function randomBytes(count) {
      const bytes = new Uint8Array(count);
      for (let index = 0; index < count; index++) bytes[index] = randomWord() >>> 24;
      return bytes;
    }

    function randomUUID() {
      const bytes = randomBytes(16);
      bytes[6] = (bytes[6] & 0x0f) | 0x40;
      bytes[8] = (bytes[8] & 0x3f) | 0x80;
      let hex = "";
      for (let index = 0; index < 16; index++) {
        hex += (index === 4 || index === 6 || index === 8 || index === 10 ? "-" : "") +
          (bytes[index] < 16 ? "0" : "") + bytes[index].toString(16);
      }
      return hex;
    }

    const randomValues = {
      getRandomValues(array) {
        new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(randomBytes(array.byteLength));
        return array;
      },
      randomUUID
    };

    Math.random = random;
    expose("crypto", randomValues);

    prepare(() => {
      seed(job.seed);
      replaceClock();
    });

    // Timers are questions that the parent answers when the time is over.

    const timers = { __proto__: null };
    let lastTimer = 0;

    function addTimer(callback, delay, values, isRepeated) {
      if (typeof callback !== "function") throw new TypeError("The timer's callback is not a function");
      const timer = ++lastTimer;
      const ms = delay > 0 ? number(delay) : 0;
      const wait = () => { timers[timer] = ask({ ask: "wait", ms }, fire); };
      const fire = () => {
        if (isRepeated) wait(); else delete timers[timer];
        callback(...values);
      };
      wait();
      return timer;
    }

    function clearTimer(timer) {
      if (timers[timer] === undefined) return;
      withdraw(timers[timer]);
      delete timers[timer];
    }

    expose("setTimeout", (callback, delay, ...values) => addTimer(callback, delay, values, false));
    expose("setInterval", (callback, delay, ...values) => addTimer(callback, delay, values, true));
    expose("setImmediate", (callback, ...values) => addTimer(callback, 0, values, false));
    for (const name of ["clearTimeout", "clearInterval", "clearImmediate"]) expose(name, clearTimer);
    const resolved = NativePromise.resolve();
    expose("queueMicrotask", (callback) => { then(resolved, () => callBack(callback)); });

    /** `structuredClone` of plain values, dates, maps and sets. */
    function structuredClone(value, copies = new Map()) {
      if (typeof value === "function" || typeof value === "symbol") throw new Error("The value cannot be cloned");
      if (typeof value !== "object" || value === null) return value;
      if (copies.has(value)) return copies.get(value);
      if (value instanceof Date) return new Date(value.getTime());
      if (value instanceof RegExp) return new RegExp(value);
      const copy = isArray(value) ? [] : value instanceof Map ? new Map() : value instanceof Set ? new Set() : {};
      copies.set(value, copy);
      if (value instanceof Map) {
        for (const [key, member] of value) copy.set(structuredClone(key, copies), structuredClone(member, copies));
      } else if (value instanceof Set) {
        for (const member of value) copy.add(structuredClone(member, copies));
      } else {
        for (const key of keys(value)) copy[key] = structuredClone(value[key], copies);
      }
      return copy;
    }

    expose("structuredClone", (value) => structuredClone(value));

    // Without these a script depends on nothing that is not in its job.

    // The engine needs 0.25 ms for the third deletion from its global object; `typeof` says "undefined" as well.
    for (const name of ["WebAssembly", "SharedArrayBuffer", "Atomics", "WeakRef", "FinalizationRegistry", "$vm"]) {
      if (name in world) expose(name, undefined);
    }

    prepare(() => {
      if (isPostman) expose("globalThis", undefined);
      else expose("global", world);
    });
    """#
}
