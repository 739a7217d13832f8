import Basics

/// Responses that take time: delayed, line by line, or as events.
enum StreamRoutes {
  static let routes = [
    Route("GET", "delay/:milliseconds", "answers after this many milliseconds") { request throws(Problem) in
      let delay = try request.parameter("milliseconds", in: 0...60_000)
      var answer = Answer.json(["delayed": .int(delay)])
      answer.delay = delay
      return answer
    },
    Route("GET", "stream", "?lines= in chunks, one each ?interval= milliseconds") { request throws(Problem) in
      try lines(request, type: "text/plain; charset=utf-8") { "line \($0) of \($1)\n" }
    },
    Route("GET", "stream/ndjson", "the same as JSON documents") { request throws(Problem) in
      try lines(request, type: "application/x-ndjson") { number, total in
        let record: JSONValue = ["n": .int(number), "of": .int(total), "at": .string(UTCTime.now.iso8601)]
        return record.text + "\n"
      }
    },
    Route(
      "GET", "events", "server-sent events: ?count= each ?interval= milliseconds, ?cut= for the connection to end early"
    ) { request throws(Problem) in
      try events(request)
    },
    Route("GET", "chat", "an answer word by word, as services for language models stream it") {
      request throws(Problem) in
      try chat(request)
    },
    Route("GET", "trailers", "chunks, with fields after them") { _ throws(Problem) in
      Answer(
        headers: [("Content-Type", "text/plain"), ("Trailer", "X-Checksum, X-Count")],
        content: .chunked { writer in
          for number in 1...3 { try await writer.write("chunk \(number)\n") }
        },
        trailers: [("X-Checksum", "0badcafe"), ("X-Count", "3")])
    },
  ]

  private static func lines(
    _ request: IncomingRequest, type: String, line: @escaping @Sendable (Int, Int) -> String
  ) throws(Problem) -> Answer {
    let count = try request.number("lines", default: 10, in: 0...1_000_000)
    let interval = try request.number("interval", default: 100, in: 0...60_000)
    return Answer(
      headers: [("Content-Type", type)],
      content: .chunked { writer in
        for number in stride(from: 1, through: count, by: 1) {
          try await writer.write(line(number, count))
          if interval > 0, number < count { try await Task.sleep(for: .milliseconds(interval)) }
        }
      })
  }

  private static func events(_ request: IncomingRequest) throws(Problem) -> Answer {
    let count = try request.number("count", default: 10, in: 1...1_000_000)
    let interval = try request.number("interval", default: 200, in: 0...60_000)
    let cut = try request.number("cut", default: count, in: 1...1_000_000)
    // A reconnecting client asks for the events after its last one.
    let seen = request.header("Last-Event-ID").flatMap { Int($0) } ?? 0
    if seen >= count { return Answer(status: 204) }
    let last = min(count, seen + cut)
    return Answer(
      headers: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-cache")],
      content: .chunked { writer in
        try await writer.write(": welcome\nretry: 3000\n\n")
        for number in stride(from: seen + 1, through: last, by: 1) {
          let kind = number % 5 == 0 ? "event: tick\n" : ""
          try await writer.write("\(kind)id: \(number)\ndata: {\"n\": \(number)}\ndata: second line\n\n")
          if interval > 0, number < last { try await Task.sleep(for: .milliseconds(interval)) }
        }
        if last == count { try await writer.write("event: bye\ndata:\n\n") }
      })
  }

  private static func chat(_ request: IncomingRequest) throws(Problem) -> Answer {
    let interval = try request.number("interval", default: 80, in: 0...60_000)
    return Answer(
      headers: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-cache")],
      content: .chunked { writer in
        for (number, word) in Sample.sentence.split(separator: " ").enumerated() {
          let text = number == 0 ? String(word) : " \(word)"
          let delta: JSONValue = ["choices": [["index": 0, "delta": ["content": .string(text)]]]]
          try await writer.write("data: \(delta.text)\n\n")
          if interval > 0 { try await Task.sleep(for: .milliseconds(interval)) }
        }
        try await writer.write("data: [DONE]\n\n")
      })
  }
}
