/// Responses that break the protocol, to see how a client handles them.
enum FaultRoutes {
  static let routes = [
    Route("GET", "faults/short", "promises 1000 bytes, sends 12, hangs up") { _ throws(Problem) in
      var answer = Answer(
        headers: [("Content-Type", "text/plain"), ("Content-Length", "1000")],
        content: .bytes(Array("twelve bytes".utf8)))
      answer.ending = .closed
      return answer
    },
    Route("GET", "faults/close", "hangs up without an answer") { _ throws(Problem) in
      var answer = Answer()
      answer.isMute = true
      answer.ending = .closed
      return answer
    },
    Route("GET", "faults/cut", "hangs up in the middle of a chunked body") { _ throws(Problem) in
      var answer = Answer(
        headers: [("Content-Type", "text/plain")], content: .chunked { try await $0.write("half of it") })
      answer.ending = .closed
      return answer
    },
    Route("GET", "faults/silence", "never answers") { _ throws(Problem) in
      var answer = Answer()
      answer.isMute = true
      answer.ending = .silent
      return answer
    },
    Route("GET", "faults/stall", "sends a head and half a body, then nothing") { _ throws(Problem) in
      var answer = Answer(
        headers: [("Content-Type", "text/plain"), ("Content-Length", "100")], content: .bytes(Array("half of".utf8)))
      answer.ending = .silent
      return answer
    },
    Route("GET", "faults/json", "says JSON, is not") { _ throws(Problem) in
      .text("{\"a\": [1, 2,, 3], \"b\": tru", type: "application/json")
    },
  ]
}
