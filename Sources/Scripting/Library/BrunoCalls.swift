extension ScriptLibrary {
  /// `bru.grpc`: a gRPC call as Bruno's scripts see it.
  static let brunoCalls = #"""
    /** Metadata: Postman's list of headers with the methods of Bruno that take a name and a value. */
    function metadata(list) {
      const set = (name, value) => {
        if (isPlain(name)) return set(name.key, name.value);
        list.remove(text(name));
        list.add({ key: text(name), value: text(value) });
      };
      const setAll = (values) => {
        list.clear();
        for (const name of keys(values)) set(name, values[name]);
      };
      const own = { set, upsert: set, setAll };
      return new Proxy(list, {
        get: (target, name) => own[name] ?? target[name], has: (target, name) => name in own || name in target
      });
    }

    function callMessages(direction) {
      const value = (data) => {
        try {
          return parse(data);
        } catch {
          return data;
        }
      };
      const all = () => {
        const { messages } = job.response ?? { messages: [] };
        if (!messages) throw new Error("the conversation is too large for scripts");
        return messages.filter((message) => message.direction === direction)
          .map(({ data, time }) => ({ data: value(data), timestamp: time }));
      };
      const list = {
        all, get: (index = 0) => all()[index], count: () => all().length, toJSON: all,
        find: (rule) => all().find(rule), filter: (rule) => all().filter(rule), map: (change) => all().map(change),
        each: (visit) => all().forEach(visit), reduce: (...given) => all().reduce(...given)
      };
      hide(list, inspection, all);
      return list;
    }

    function makeCall() {
      const { url, method, methodType, name } = job.request;
      const call = {
        request: {
          url, method, methodType, name, authMode: authMode(), metadata: metadata(jobRequest().headers),
          messages: callMessages("send")
        }
      };
      if (!job.response) return call;
      const { code, reason, headers, trailers, time } = job.response;
      call.response = {
        statusCode: code, statusText: reason, duration: time, messages: callMessages("receive"),
        metadata: metadata(new HeaderList(null, headers)), trailers: metadata(new HeaderList(null, trailers ?? []))
      };
      return call;
    }
    """#
}
