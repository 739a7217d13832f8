extension ScriptLibrary {
  /// events of node.
  static let eventsModule = #"""
    class EventEmitter {
      #listeners = new Map();
      #add(name, listener, isFirst) {
        const list = this.#listeners.get(name) ?? [];
        this.#listeners.set(name, isFirst ? [listener, ...list] : [...list, listener]);
        return this;
      }
      on(name, listener) { return this.#add(name, listener, false); }
      addListener(name, listener) { return this.on(name, listener); }
      prependListener(name, listener) { return this.#add(name, listener, true); }
      once(name, listener) {
        const wrapped = (...given) => {
          this.off(name, wrapped);
          listener.apply(this, given);
        };
        wrapped.listener = listener;
        return this.on(name, wrapped);
      }
      off(name, listener) {
        const list = this.#listeners.get(name) ?? [];
        const at = list.findLastIndex((each) => each === listener || each.listener === listener);
        if (at >= 0) { this.#listeners.set(name, list.toSpliced(at, 1)); }
        return this;
      }
      removeListener(name, listener) { return this.off(name, listener); }
      removeAllListeners(name) {
        if (name === undefined) { this.#listeners.clear(); } else { this.#listeners.delete(name); }
        return this;
      }
      emit(name, ...given) {
        const list = this.#listeners.get(name) ?? [];
        if (name === "error" && list.length === 0) { throw given[0] instanceof Error ? given[0]
          : new Error("Unhandled error."); }
        for (const listener of list) { listener.apply(this, given); }
        return list.length > 0;
      }
      listeners(name) { return (this.#listeners.get(name) ?? []).map((each) => each.listener ?? each); }
      listenerCount(name) { return this.listeners(name).length; }
      eventNames() { return [...this.#listeners.keys()].filter((name) => this.listenerCount(name) > 0); }
      setMaxListeners() { return this; }
    }
    return Object.assign(EventEmitter, { EventEmitter, default: EventEmitter });
    """#
}
